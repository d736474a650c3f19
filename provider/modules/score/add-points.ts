import { desc, eq } from 'drizzle-orm';
import { v7 } from 'uuid';
import { fromDecimalString, toDecimalString } from '../../../src/lib/amount.ts';
import type { contract } from '../../../src/lib/api/contract/contract.ts';
import type { BodyOf, DataOf } from '../../../src/lib/api/contract/define-call.ts';
import type { Queryable, Transaction } from '../../db/database.ts';
import { Refusal } from '../../http/refusal.ts';
import { memberAccount, pooledAccount } from '../../ledger/account.ts';
import type { Services } from '../../provider-services.ts';
import { tokenDecimals } from '../../token-decimals.ts';
import { startOfNextDay, utcDay } from '../../utc-day.ts';
import { lockMember } from '../account/member.ts';
import type { Spend } from '../intent/spend.ts';
import { postPayment } from '../wallet/post-payment.ts';
import { readBoughtToday, readStreak } from './read-score.ts';
import { scoreClaim, scoreEntry, type ScoreKind } from './schema.ts';

type Call = (typeof contract)['juScorePurchase'];

/** POST /sales/juScore/purchase */
export async function purchaseScore(
  transaction: Transaction,
  { economy, clock }: Pick<Services, 'economy' | 'clock'>,
  memberId: string,
  { points }: BodyOf<Call>,
  spend: Spend,
): Promise<DataOf<Call>> {
  const { pricePerPointUsdt, maxBoughtPerDay } = economy.score;
  await lockMember(transaction, memberId);
  const now = notBefore(await readLastPoints(transaction, memberId), clock());
  const boughtToday = await readBoughtToday(transaction, memberId, now);
  if (boughtToday + points > maxBoughtPerDay) {
    throw new Refusal('DAILY_LIMIT', { detail: { boughtToday, dailyLimit: maxBoughtPerDay } });
  }
  const paid = fromDecimalString(pricePerPointUsdt, tokenDecimals.USDT) * BigInt(points);
  await spend({ token: 'USDT', amountBaseUnits: paid });
  const entries = [
    { account: memberAccount('AVAILABLE', memberId), token: 'USDT' as const, amountBaseUnits: -paid },
    { account: pooledAccount('TREASURY'), token: 'USDT' as const, amountBaseUnits: paid },
  ];
  const payment = { id: v7({ msecs: now.getTime() }), kind: 'SCORE' as const, occurredAt: now, entries };
  const row = await postPayment(transaction, payment, { memberId });
  const { score } = await addPoints(transaction, { memberId, kind: 'PURCHASE', points, now });
  return { score: Number(score), paid: toDecimalString(paid, tokenDecimals.USDT), transaction: row };
}

/** POST /sales/juScore/claim: once per UTC day, more for each consecutive day. */
export async function claimScore(
  transaction: Transaction,
  { economy, clock }: Pick<Services, 'economy' | 'clock'>,
  memberId: string,
): Promise<DataOf<(typeof contract)['juScoreClaim']>> {
  await lockMember(transaction, memberId);
  // After the lock: a request that waited past midnight claims for the new day.
  const now = notBefore(await readLastPoints(transaction, memberId), clock());
  const { days, claimable } = await readStreak(transaction, economy, memberId, now);
  const nextClaimAt = startOfNextDay(now).toISOString();
  if (claimable === 0) throw new Refusal('NOTHING_TO_CLAIM', { detail: { nextAt: nextClaimAt } });
  const { entryId, score, createdAt } = await addPoints(transaction, { memberId, kind: 'CLAIM', points: claimable, now });
  const streak = days + 1;
  await transaction.insert(scoreClaim).values({ memberId, day: utcDay(now), entryId, streak });
  return { claimed: claimable, score: Number(score), streak, nextClaimAt, receipt: { id: entryId, createdAt: createdAt.toISOString() } };
}

interface NewPoints {
  memberId: string;
  kind: ScoreKind;
  points: number;
  now: Date;
}

/** Gives a member points. The caller holds the member's lock, so that each entry builds on the one before. */
export async function addPoints(
  transaction: Transaction,
  { memberId, kind, points, now }: NewPoints,
): Promise<{ entryId: string; score: bigint; createdAt: Date }> {
  const last = await readLastPoints(transaction, memberId);
  const createdAt = notBefore(last, now);
  const score = (last?.score ?? 0n) + BigInt(points);
  const entryId = v7({ msecs: createdAt.getTime() });
  await transaction.insert(scoreEntry).values({ id: entryId, memberId, kind, points: BigInt(points), balanceAfter: score, createdAt });
  return { entryId, score, createdAt };
}

interface LastPoints {
  score: bigint;
  at: Date;
}

/** The member's newest entry; undefined before the first. */
async function readLastPoints(database: Queryable, memberId: string): Promise<LastPoints | undefined> {
  const [last] = await database
    .select({ score: scoreEntry.balanceAfter, at: scoreEntry.createdAt })
    .from(scoreEntry)
    .where(eq(scoreEntry.memberId, memberId))
    .orderBy(desc(scoreEntry.balanceAfter))
    .limit(1);
  return last;
}

/** Clocks of processes differ, but a member's entries must be in chronological order. */
function notBefore(last: { at: Date } | undefined, now: Date): Date {
  return last !== undefined && last.at > now ? last.at : now;
}
