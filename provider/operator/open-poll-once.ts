import { isDeepStrictEqual } from 'node:util';
import type { Transaction } from '../db/database.ts';
import { openPoll, type PollDraft, readPollDraft } from '../modules/dashboard/open-poll.ts';
import { OperatorMistake } from '../operator-mistake.ts';

/** Opens a poll unless one with its id exists, so that the command can be repeated after a lost connection. */
export async function openPollOnce(tx: Transaction, draft: PollDraft, now: Date): Promise<{ id: string; isNew: boolean }> {
  const known = draft.id === undefined ? null : await readPollDraft(tx, draft.id);
  if (known === null) {
    if (draft.opensAt < now) throw new OperatorMistake('opensAt is in the past.');
    const { id } = await openPoll(tx, draft);
    return { id, isNew: true };
  }
  if (!isDeepStrictEqual([known.texts, known.options], [draft.texts, draft.options])) {
    throw new OperatorMistake(
      `Another poll already has the id ${known.id}. A poll that members may have voted in isn’t changed: close it and open a new one.`,
    );
  }
  return { id: known.id, isNew: false };
}
