import { v7 } from 'uuid';
import type { Transaction } from '../../db/database.ts';
import { poll, pollOption, pollOptionTranslation, pollTranslation } from './schema.ts';
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
