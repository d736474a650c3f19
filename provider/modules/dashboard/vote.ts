import { and, eq } from 'drizzle-orm';
import type { LanguageCode } from '../../../src/lib/i18n/languages.ts';
import type { Transaction } from '../../db/database.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import { Refusal } from '../../http/refusal.ts';
import type { Services } from '../../provider-services.ts';
import { readPower } from '../power/read-power.ts';
import { type PollView, readPoll } from './read-poll.ts';
import { poll, pollOption, pollVote } from './schema.ts';

export interface Ballot {
  pollId: string;
  optionId: string;
}

/** POST /dashboard/vote */
export async function vote(
  services: Services,
  ballot: Ballot,
  voter: { memberId: string; language: LanguageCode },
): Promise<{ poll: PollView }> {
  const { database, clock } = services;
  await inTransaction(database, (tx) => castVote(tx, ballot, voter.memberId, clock()));
  return { poll: await readPoll(services, ballot.pollId, voter) };
}

/** A vote's weight is the member's power when the poll opened, so power that moves on can't vote again. It can be changed until the poll ends. */
export async function castVote(tx: Transaction, { pollId, optionId }: Ballot, memberId: string, now: Date): Promise<void> {
  const [found] = await tx.select().from(poll).where(eq(poll.id, pollId));
  if (found === undefined || now < found.opensAt) throw new Refusal('POLL_UNKNOWN');
  const [option] = await tx
    .select({ id: pollOption.id })
    .from(pollOption)
    .where(and(eq(pollOption.id, optionId), eq(pollOption.pollId, pollId)));
  if (option === undefined) throw new Refusal('POLL_OPTION_UNKNOWN');
  if (now >= found.endsAt) throw new Refusal('POLL_CLOSED');
  const { total } = await readPower(tx, memberId, found.opensAt);
  if (total === 0n) throw new Refusal('NO_POWER');
  const choice = { optionId, power: total, votedAt: now };
  await tx
    .insert(pollVote)
    .values({ pollId, memberId, ...choice })
    .onConflictDoUpdate({ target: [pollVote.pollId, pollVote.memberId], set: choice });
}
