import { and, eq } from 'drizzle-orm';
import { v7 } from 'uuid';
import type { Transaction } from '../../db/database.ts';
import { OperatorMistake } from '../../operator-mistake.ts';
import { announcement, type AnnouncementCategory, announcementSlug, announcementTranslation } from './schema.ts';
import { type Translated, translationRows } from './translated.ts';

export interface AnnouncementText {
  title: string;
  summary: string;
  body: string;
}

export interface AnnouncementDraft {
  slug: string;
  category: AnnouncementCategory;
  pinned: boolean;
  texts: Translated<AnnouncementText>;
}

/** Publishes an announcement, or updates the one with this slug: text and flags change, the date doesn't. */
export async function publishAnnouncement(tx: Transaction, draft: AnnouncementDraft, now: Date): Promise<{ id: string; isNew: boolean }> {
  const [known] = await tx.select().from(announcementSlug).where(eq(announcementSlug.slug, draft.slug)).for('update');
  const id = known?.announcementId ?? v7({ msecs: now.getTime() });
  const marks = { category: draft.category, pinned: draft.pinned, updatedAt: now, withdrawnAt: null };
  if (known === undefined) {
    await tx.insert(announcement).values({ id, ...marks, publishedAt: now });
    await tx.insert(announcementSlug).values({ slug: draft.slug, announcementId: id, isCurrent: true });
  } else {
    await tx.update(announcement).set(marks).where(eq(announcement.id, id));
    await tx.delete(announcementTranslation).where(eq(announcementTranslation.announcementId, id));
  }
  const rows = translationRows(draft.texts).map(({ language, text }) => ({ announcementId: id, language, ...text }));
  await tx.insert(announcementTranslation).values(rows);
  return { id, isNew: known === undefined };
}

/** Gives an announcement a new slug. The old one keeps redirecting to it and is never reused. */
export async function moveAnnouncement(tx: Transaction, from: string, to: string): Promise<void> {
  const id = await findCurrent(tx, from);
  await tx.update(announcementSlug).set({ isCurrent: false }).where(eq(announcementSlug.slug, from));
  await tx.insert(announcementSlug).values({ slug: to, announcementId: id, isCurrent: true });
}

/** Withdraws an announcement: lists omit it, and its address says that it's gone. */
export async function withdrawAnnouncement(tx: Transaction, slug: string, now: Date): Promise<void> {
  const id = await findCurrent(tx, slug);
  await tx.update(announcement).set({ withdrawnAt: now, updatedAt: now }).where(eq(announcement.id, id));
}

async function findCurrent(tx: Transaction, slug: string): Promise<string> {
  const [found] = await tx
    .select({ id: announcementSlug.announcementId })
    .from(announcementSlug)
    .where(and(eq(announcementSlug.slug, slug), eq(announcementSlug.isCurrent, true)))
    .for('update');
  if (found === undefined) throw new OperatorMistake(`No announcement has the address ${slug} now.`);
  return found.id;
}
