import { asc, eq } from 'drizzle-orm';
import type { LanguageCode } from '../../../src/lib/i18n/languages.ts';
import type { Transaction } from '../../db/database.ts';
import type { PollDraft } from './open-poll.ts';
import { poll, pollOption, pollOptionTranslation, pollTranslation } from './schema.ts';
import type { Translated } from './translated.ts';

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
