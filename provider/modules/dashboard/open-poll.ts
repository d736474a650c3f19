import { asc, count, eq } from 'drizzle-orm';
import { v7 } from 'uuid';
import type { LanguageCode } from '../../../src/lib/i18n/languages.ts';
import type { Transaction } from '../../db/database.ts';
import { OperatorMistake } from '../../operator-mistake.ts';
import { poll, pollOption, pollOptionTranslation, pollTranslation, pollVote } from './schema.ts';
import { type Translated, translationRows } from './translated.ts';

export interface PollDraft {
  /** A UUID chosen by the author; generated if absent. */
  id?: string | undefined;
  opensAt: Date;
  endsAt: Date;
  texts: Translated<{ title: string; body: string }>;
  /** In display order. */
  options: Translated<string>[];
}

/** Opens a poll; a vote's weight is the member's JU power at `opensAt`. */
export async function openPoll(tx: Transaction, draft: PollDraft): Promise<{ id: string; optionIds: string[] }> {
  if (draft.options.length < 2) throw new Error('a poll needs two options or more');
  const msecs = draft.opensAt.getTime();
  const id = draft.id ?? v7({ msecs });
  await tx.insert(poll).values({ id, opensAt: draft.opensAt, endsAt: draft.endsAt });
  await tx.insert(pollTranslation).values(translationRows(draft.texts).map(({ language, text }) => ({ pollId: id, language, ...text })));
  const optionIds: string[] = [];
  for (const [position, labels] of draft.options.entries()) {
    const optionId = v7({ msecs });
    await tx.insert(pollOption).values({ id: optionId, pollId: id, position });
    await tx
      .insert(pollOptionTranslation)
      .values(translationRows(labels).map(({ language, text }) => ({ optionId, language, label: text })));
    optionIds.push(optionId);
  }
  return { id, optionIds };
}

/** A poll as written by its author; null if the id is unknown. */
export async function readPollDraft(tx: Transaction, id: string): Promise<(PollDraft & { id: string }) | null> {
  const [found] = await tx.select().from(poll).where(eq(poll.id, id));
  if (found === undefined) return null;
  const texts = await tx.select().from(pollTranslation).where(eq(pollTranslation.pollId, id));
  const labels = await tx
    .select({ position: pollOption.position, language: pollOptionTranslation.language, label: pollOptionTranslation.label })
    .from(pollOption)
    .innerJoin(pollOptionTranslation, eq(pollOptionTranslation.optionId, pollOption.id))
    .where(eq(pollOption.pollId, id))
    .orderBy(asc(pollOption.position));
  return {
    ...found,
    texts: byLanguage(texts.map(({ language, title, body }) => [language, { title, body }])),
    options: [...new Set(labels.map(({ position }) => position))].map((position) =>
      byLanguage(labels.filter((each) => each.position === position).map(({ language, label }) => [language, label])),
    ),
  };
}

function byLanguage<Text>(rows: readonly (readonly [LanguageCode, Text])[]): Translated<Text> {
  const english = rows.find(([language]) => language === 'en');
  if (english === undefined) throw new Error('a text was published without English');
  return { ...Object.fromEntries(rows), en: english[1] };
}

/** Ends a poll that is open. */
export async function closePoll(tx: Transaction, id: string, now: Date): Promise<{ votes: number }> {
  const [found] = await tx.select().from(poll).where(eq(poll.id, id)).for('update');
  if (found === undefined) throw new OperatorMistake(`There is no poll ${id}.`);
  if (found.opensAt >= now) throw new OperatorMistake(`Poll ${id} opens only at ${found.opensAt.toISOString()}.`);
  if (found.endsAt <= now) throw new OperatorMistake(`Poll ${id} ended at ${found.endsAt.toISOString()} already.`);
  await tx.update(poll).set({ endsAt: now }).where(eq(poll.id, id));
  const [votes] = await tx.select({ count: count() }).from(pollVote).where(eq(pollVote.pollId, id));
  return { votes: votes?.count ?? 0 };
}
