import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Address } from 'viem';
import type { Queryable } from '../db/database.ts';
import type { Executor } from './executor.ts';
import { type ChainOrder, chainOrder, payoutLine } from './schema.ts';

/** Not executed, not suspended, and without an open nonce of this sender. */
const isWaiting = (sender: Address, now: Date) => sql`
  o.settled_block is null and o.status <> 'VOIDED' and (o.held_until is null or o.held_until <= ${now.toISOString()})
    and not exists (select from operator_nonce n where n.order_id = o.id and n.sender = ${sender} and n.state = 'OPEN')`;

/** Mints, burns and abandoned orders: they run no foreign code, so payouts and they don't wait for each other. */
export async function readWaitingBatches(
  { database, account: { address: sender }, clock }: Pick<Executor, 'database' | 'account' | 'clock'>,
  limit: number,
): Promise<ChainOrder[]> {
  return inOrder(
    database,
    sql`select o.id from chain_order o where ${isWaiting(sender, clock())} and (o.kind <> 'PAYOUT' or o.is_given_up) order by o.created_at, o.id limit ${limit}`,
  );
}

/**
 * Payouts in the order of their turns: everyone's first, then everyone's second, and so on; within a turn, those that have waited longest
 * since their request or last trial. Skips resting lines, and orders beyond what one member may have open.
 */
export async function readWaitingPayouts(
  { database, account: { address: sender }, clock, pace }: Pick<Executor, 'database' | 'account' | 'clock' | 'pace'>,
  limit: number,
): Promise<ChainOrder[]> {
  const now = clock();
  return inOrder(
    database,
    sql`
    with open as materialized (
      select o.member_id, o.token, count(*) as count from operator_nonce n join chain_order o on o.id = n.order_id
       where n.state = 'OPEN' and n.sender = ${sender} and o.kind = 'PAYOUT' group by o.member_id, o.token
    ), of_line as (
      select o.id, o.member_id, o.created_at, coalesce(l.failures, 0) as failures,
             row_number() over (partition by o.member_id, o.token order by o.created_at, o.id)
               + coalesce((select count from open where open.member_id = o.member_id and open.token = o.token), 0) as place
        from chain_order o left join payout_line l on l.member_id = o.member_id and l.token = o.token
       where ${isWaiting(sender, now)} and o.kind = 'PAYOUT' and not o.is_given_up and (l.rest_until is null or l.rest_until <= ${now.toISOString()})
    ), of_member as (
      select id, member_id, created_at, row_number() over (partition by member_id order by created_at, id)
               + coalesce((select sum(count) from open where open.member_id = of_line.member_id), 0) as place
        from of_line where failures = 0 or place = 1
    )
    select m.id from of_member m left join lateral (
      select max(tried_at) as tried_at from payout_line l where l.member_id = m.member_id
    ) l on true
     where m.place <= ${pace.mostOpenOfMember}
     order by m.place, greatest(m.created_at, l.tried_at), l.tried_at nulls first, m.created_at, m.id limit ${limit}`,
  );
}

async function inOrder(database: Queryable, ids: ReturnType<typeof sql>): Promise<ChainOrder[]> {
  const { rows } = await database.execute<{ id: string }>(ids);
  if (rows.length === 0) return [];
  const wanted = rows.map(({ id }) => id);
  const orders = await database.select().from(chainOrder).where(inArray(chainOrder.id, wanted));
  return wanted.flatMap((id) => orders.filter((order) => order.id === id));
}

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

/** Suspends an order for a while and reports the reason. */
export async function holdOrder(executor: Executor, order: ChainOrder, reason: string, ms = executor.pace.holdMs): Promise<void> {
  const { database, clock, log } = executor;
  const heldUntil = new Date(clock().getTime() + ms);
  await database.update(chainOrder).set({ heldBecause: reason, heldUntil }).where(eq(chainOrder.id, order.id));
  if (order.heldBecause !== reason)
    log.error({ orderId: order.id, kind: order.kind, reason, heldUntil }, 'an order can’t be executed for now');
}
