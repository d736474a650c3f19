import { and, eq, sql } from 'drizzle-orm';
import type { Executor } from './executor.ts';
import { type ChainOrder, payoutLine } from './schema.ts';

type Order = Pick<ChainOrder, 'memberId' | 'token'>;

/** Call before trying an order: whatever comes of it, the other lines go first now. */
export async function noteTrial({ database, clock }: Executor, { memberId, token }: Order): Promise<void> {
  if (memberId === null) return;
  await database
    .insert(payoutLine)
    .values({ memberId, token, triedAt: clock() })
    .onConflictDoUpdate({ target: [payoutLine.memberId, payoutLine.token], set: { triedAt: clock() } });
}

/** Records a failed order: the whole line rests, twice as long for each consecutive failure. Returns until when. */
export async function noteFailure({ database, clock, pace }: Executor, { memberId, token }: Order): Promise<Date> {
  const after = (ms: number): Date => new Date(clock().getTime() + ms);
  if (memberId === null) return after(pace.restMs);
  const [line] = await database
    .insert(payoutLine)
    .values({ memberId, token, failures: 1 })
    .onConflictDoUpdate({
      target: [payoutLine.memberId, payoutLine.token],
      set: { failures: sql`least(${payoutLine.failures} + 1, ${MOST_COUNTED})` },
    })
    .returning({ failures: payoutLine.failures });
  const restUntil = after(Math.min(pace.mostRestMs, pace.restMs * 2 ** ((line?.failures ?? 1) - 1)));
  await database.update(payoutLine).set({ restUntil }).where(isLineOf({ memberId, token }));
  return restUntil;
}

/** Records a paid order. */
export async function noteSuccess({ database }: Pick<Executor, 'database'>, { memberId, token }: Order): Promise<void> {
  if (memberId === null) return;
  await database.update(payoutLine).set({ failures: 0, restUntil: null }).where(isLineOf({ memberId, token }));
}

/** Prevents an overflow; the longest rest is reached long before. */
const MOST_COUNTED = 30;

function isLineOf({ memberId, token }: { memberId: string; token: ChainOrder['token'] }) {
  return and(eq(payoutLine.memberId, memberId), eq(payoutLine.token, token));
}
