import { count, eq } from 'drizzle-orm';
import type { Transaction } from '../../db/database.ts';
import { OperatorMistake } from '../../operator-mistake.ts';
import { poll, pollVote } from './schema.ts';

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
