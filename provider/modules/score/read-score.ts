import { and, count, desc, eq, gte, lt, lte, sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import type { contract } from '../../../src/lib/api/contract/contract.ts';
import type { BodyOf, SentDataOf, QueryOf } from '../../../src/lib/api/contract/define-call.ts';
import type { juScoreLevels } from '../../../src/lib/api/contract/score.ts';
import type { Queryable, Transaction } from '../../db/database.ts';
import type { Economy } from '../../economy.ts';
import { Refusal } from '../../http/refusal.ts';
import { steadyPage } from '../../http/steady-page.ts';
import { memberAccount, pooledAccount } from '../../ledger/account.ts';
import type { Services } from '../../provider-services.ts';
import type { Session } from '../../session.ts';
import { fromTokens, inTokens } from '../../token-amounts.ts';
import { dayBefore, startOfDay, startOfNextDay, utcDay } from '../../utc-day.ts';
import { lockMember } from '../account/member.ts';
import type { Spend } from '../intent/spend.ts';
import { postPayment } from '../wallet/post-payment.ts';
import { scoreClaim, scoreEntry, type ScoreKind } from './schema.ts';

/** GET /sales/juScore/info. `streak` counts the consecutive days claimed up to today or yesterday. */
export async function readScoreInfo(
  { database, economy, termsNumber, clock }: Services,
  memberId: string,
): Promise<SentDataOf<(typeof contract)['juScoreInfo']>> {
  const now = clock();
  const { levels, pricePerPointUsdt, maxBoughtPerDay, claim } = economy.score;
  const [score, streak, boughtToday] = await Promise.all([
    readScore(database, memberId, now),
    readStreak(database, economy, memberId, now),
    readBoughtToday(database, memberId, now),
  ]);
  const level = scoreLevel(economy, score);
  return {
    score: Number(score),
    level,
    nextLevelAt: levels[level]?.from ?? null,
    feeDiscount: levels[level - 1]?.feeDiscount ?? 0,
    claimable: streak.claimable,
    nextClaimAt: streak.claimable > 0 ? null : startOfNextDay(now).toISOString(),
    streak: streak.days,
    pricePerPoint: pricePerPointUsdt,
    walletType: 'USDT',
    boughtToday,
    dailyLimit: maxBoughtPerDay,
    transferFeeRate: economy.transfer.feeRate,
    claimMax: claim.max,
    terms: termsNumber,
  };
}

type Definition = (typeof contract)['juScoreHistory'];

/** GET /sales/juScore/history: newest first. */
export async function listScore(services: Services, session: Session, query: QueryOf<Definition>): Promise<SentDataOf<Definition>> {
  const { database } = services;
  const isOwn = eq(scoreEntry.memberId, session.member.id);
  const [found] = await database.select({ rows: count() }).from(scoreEntry).where(isOwn);
  const page = await steadyPage(services, session, { name: 'juScoreHistory', query, total: BigInt(found?.rows ?? 0) });
  const rows = await database
    .select()
    .from(scoreEntry)
    .where(isOwn)
    .orderBy(desc(scoreEntry.balanceAfter))
    .limit(Number(page.limit))
    .offset(Number(page.offset));
  const content = rows.map(({ id, kind, points, balanceAfter, createdAt }) => ({
    id,
    kind,
    points: Number(points),
    balanceAfter: Number(balanceAfter),
    createdAt: createdAt.toISOString(),
  }));
  return { list: { content, totalPages: page.totalPages } };
}

/** GET /sales/juScore/levels, an extension. */
export function listScoreLevels({ economy }: Pick<Services, 'economy'>): SentDataOf<typeof juScoreLevels> {
  return { levels: economy.score.levels.map(({ from, feeDiscount }, index) => ({ level: index + 1, from, feeDiscount })) };
}

/** The points a member had at a moment. Points are never deducted. */
export async function readScore(database: Queryable, memberId: string, at: Date): Promise<bigint> {
  const [row] = await database
    .select({ points: sql<string>`coalesce(sum(${scoreEntry.points}), 0)` })
    .from(scoreEntry)
    .where(and(eq(scoreEntry.memberId, memberId), lte(scoreEntry.createdAt, at)));
  return BigInt(row?.points ?? '0');
}

/** Everybody starts at level 1. */
export function scoreLevel(economy: Economy, points: bigint): number {
  return economy.score.levels.filter(({ from }) => points >= BigInt(from)).length;
}

interface Streak {
  /** How many consecutive days were claimed, up to today or yesterday. */
  days: number;
  /** Points for today's claim; 0 if it has been made. */
  claimable: number;
}

export async function readStreak(database: Queryable, { score }: Economy, memberId: string, at: Date): Promise<Streak> {
  const [last] = await database
    .select({ day: scoreClaim.day, streak: scoreClaim.streak })
    .from(scoreClaim)
    .where(eq(scoreClaim.memberId, memberId))
    .orderBy(desc(scoreClaim.day))
    .limit(1);
  // A process whose clock is ahead has claimed a day that is still in our future.
  if (last !== undefined && last.day >= utcDay(at)) return { days: last.streak, claimable: 0 };
  const days = last?.day === dayBefore(at) ? last.streak : 0;
  const { base, perStreakDay, max } = score.claim;
  return { days, claimable: Math.min(base + perStreakDay * (days + 1), max) };
}

/** How many points a member bought on the UTC day of a moment. */
async function readBoughtToday(database: Queryable, memberId: string, at: Date): Promise<number> {
  const [row] = await database
    .select({ points: sql`coalesce(sum(${scoreEntry.points}), 0)`.mapWith(Number) })
    .from(scoreEntry)
    .where(
      and(
        eq(scoreEntry.memberId, memberId),
        eq(scoreEntry.kind, 'PURCHASE'),
        gte(scoreEntry.createdAt, startOfDay(at)),
        lt(scoreEntry.createdAt, startOfNextDay(at)),
      ),
    );
  return row?.points ?? 0;
}

type Call = (typeof contract)['juScorePurchase'];

/** POST /sales/juScore/purchase */
export async function purchaseScore(
  transaction: Transaction,
  { economy, clock }: Pick<Services, 'economy' | 'clock'>,
  memberId: string,
  { points }: BodyOf<Call>,
  spend: Spend,
): Promise<SentDataOf<Call>> {
  const { pricePerPointUsdt, maxBoughtPerDay } = economy.score;
  await lockMember(transaction, memberId);
  const now = notBefore(await readLastPoints(transaction, memberId), clock());
  const boughtToday = await readBoughtToday(transaction, memberId, now);
  if (boughtToday + points > maxBoughtPerDay) {
    throw new Refusal('DAILY_LIMIT', { detail: { boughtToday, dailyLimit: maxBoughtPerDay } });
  }
  const paid = fromTokens(pricePerPointUsdt, 'USDT') * BigInt(points);
  await spend({ token: 'USDT', amountBaseUnits: paid });
  const entries = [
    { account: memberAccount('AVAILABLE', memberId), token: 'USDT' as const, amountBaseUnits: -paid },
    { account: pooledAccount('TREASURY'), token: 'USDT' as const, amountBaseUnits: paid },
  ];
  const payment = { id: v7({ msecs: now.getTime() }), kind: 'SCORE' as const, occurredAt: now, entries };
  const row = await postPayment(transaction, payment, { memberId });
  const { score } = await addPoints(transaction, { memberId, kind: 'PURCHASE', points, now });
  return { score: Number(score), paid: inTokens(paid, 'USDT'), transaction: row };
}

/** POST /sales/juScore/claim: once per UTC day, more for each consecutive day. */
export async function claimScore(
  transaction: Transaction,
  { economy, clock }: Pick<Services, 'economy' | 'clock'>,
  memberId: string,
): Promise<SentDataOf<(typeof contract)['juScoreClaim']>> {
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
