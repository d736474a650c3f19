import type { portfolio, portfolioHistory } from '../../../src/lib/api/contract/dashboard.ts';
import type { SentDataOf } from '../../../src/lib/api/contract/define-call.ts';
import type { z } from '../../../src/lib/api/contract/zod.ts';
import type { Queryable } from '../../db/database.ts';
import { type Token, TOKENS } from '../../ledger/account.ts';
import { balancesAt, memberBalances } from '../../ledger/balances.ts';
import { type CurrentPrices, currentPrices, formatUsd, type PricePoint, valueInUsd } from '../../price/read-price.ts';
import type { Services } from '../../provider-services.ts';
import { inTokens } from '../../token-amounts.ts';
import type { Member } from '../account/schema.ts';
import { stakedCapital, stakedCapitalAt } from '../staking/stake.ts';
import { owedJufAt, readVesting } from '../vesting/claim-juf.ts';

/**
 * What a member owns and what it's worth, with staked and vesting amounts if any. Locked amounts still belong to the member and count as in the wallet. The
 * total is the sum of the parts as displayed, so that it adds up; it's unknown while any part is.
 */
export async function readPortfolio(
  { database, clock }: Services,
  memberId: string,
  prices: CurrentPrices,
): Promise<z.input<typeof portfolio>> {
  const [balances, staked, vesting] = await Promise.all([
    memberBalances(database, memberId),
    stakedCapital(database, memberId),
    readVesting(database, memberId, clock()),
  ]);
  const holdings: Holding[] = [
    ...balances.map(({ token, availableBaseUnits, lockedBaseUnits }): Holding => ({
      kind: 'WALLET',
      token,
      held: availableBaseUnits + lockedBaseUnits,
    })),
    ...PROMISED.map((kind): Holding => ({ kind, token: 'JUF', held: kind === 'STAKED' ? staked : vesting.owedJuf })).filter(
      ({ held }) => held > 0n,
    ),
  ];
  const { parts, totalUsd } = valueHoldings(holdings, prices);
  return {
    totalUsd: formatUsd(totalUsd),
    parts: parts.map(({ kind, token, held, usd }) => ({
      kind,
      walletType: token,
      amount: inTokens(held, token),
      usd: formatUsd(usd),
    })),
  };
}

const PROMISED = ['STAKED', 'VESTING'] as const;

type History = SentDataOf<typeof portfolioHistory>;

const DAY_MS = 86_400_000;
const SHORT_DAYS = 90;
/** A chart shows no more points; longer periods are sampled at equal intervals. */
const MOST_DAYS = 120;

/**
 * GET /dashboard/portfolioHistory, an extension. What a member owned at the end of each UTC day, at that day's average prices; for today, the current
 * value. Null if a price of that day is unknown.
 */
export async function readPortfolioHistory(services: Services, self: Member, range: 'SHORT' | 'ALL'): Promise<History> {
  const { database, clock, prices } = services;
  const now = clock();
  const days = wholeDays(self.createdAt, now, range);
  const ends = days.map((begin) => new Date(begin + DAY_MS - 1));
  const span = { step: 'DAY', count: days.length === 0 ? 1 : Math.round((startOfDay(now) - (days[0] ?? 0)) / DAY_MS) + 1 } as const;
  const [holdings, juf, ju, current] = await Promise.all([
    holdingsAt(database, self.id, ends),
    prices.jufHistory(span, now),
    prices.juHistory(span, now),
    currentPrices(prices, now),
  ]);
  const [jufOn, juOn] = [byDay(juf), byDay(ju)];
  const past = days.map((begin, index) => {
    const day = nameOf(begin);
    const prices: CurrentPrices = { JU: juOn.get(day) ?? null, JUF: jufOn.get(day) ?? null };
    const { totalUsd } = valueHoldings(holdings[index] ?? [], prices);
    return { day, totalUsd: formatUsd(totalUsd) };
  });
  const today = await readPortfolio(services, self.id, current);
  return { portfolioHistory: [...past, { day: nameOf(startOfDay(now)), totalUsd: today.totalUsd }] };
}

/** When the completed days began, oldest first: since the member joined, up to a maximum. */
function wholeDays(joinedAt: Date, now: Date, range: 'SHORT' | 'ALL'): number[] {
  const today = startOfDay(now);
  const sinceJoined = (today - startOfDay(joinedAt)) / DAY_MS;
  const count = range === 'SHORT' ? Math.min(sinceJoined, SHORT_DAYS) : sinceJoined;
  const step = Math.ceil(count / MOST_DAYS);
  const shown = step === 0 ? 0 : Math.floor(count / step);
  return Array.from({ length: shown }, (_, index) => today - (shown - index) * step * DAY_MS);
}

function startOfDay(at: Date): number {
  return at.getTime() - (at.getTime() % DAY_MS);
}

function nameOf(beginMs: number): string {
  return new Date(beginMs).toISOString().slice(0, 10);
}

/** A day's price is the one at its end, midnight of the next day. */
function byDay(points: readonly PricePoint[]): Map<string, PricePoint> {
  return new Map(points.map((point) => [nameOf(point.at.getTime() - 1), point]));
}

export interface Holding {
  kind: 'WALLET' | 'STAKED' | 'VESTING';
  token: Token;
  /** In base units. */
  held: bigint;
}

/** What a member owned at each of the moments, in their order: each token's balance, stakes, and what purchases owed. */
export async function holdingsAt(database: Queryable, memberId: string, moments: readonly Date[]): Promise<Holding[][]> {
  const [balances, staked, owed] = await Promise.all([
    balancesAt(database, memberId, moments),
    stakedCapitalAt(database, memberId, moments),
    owedJufAt(database, memberId, moments),
  ]);
  return moments.map((_, index) => [
    ...TOKENS.map((token): Holding => ({ kind: 'WALLET', token, held: balances[index]?.[token] ?? 0n })),
    { kind: 'STAKED', token: 'JUF', held: staked[index] ?? 0n },
    { kind: 'VESTING', token: 'JUF', held: owed[index] ?? 0n },
  ]);
}

interface ValuedHoldings {
  parts: (Holding & { usd: bigint | null })[];
  /** The sum of the parts as displayed, so that it adds up; null while any part is unknown. */
  totalUsd: bigint | null;
}

/** The value of holdings in millionths of a US dollar, each rounded down. An empty holding is worth nothing, even without a price. */
export function valueHoldings(holdings: readonly Holding[], prices: CurrentPrices): ValuedHoldings {
  const parts = holdings.map((holding) => ({
    ...holding,
    usd: holding.held === 0n ? 0n : valueInUsd(holding.held, holding.token, prices),
  }));
  const totalUsd = parts.reduce<bigint | null>((sum, { usd }) => (sum === null || usd === null ? null : sum + usd), 0n);
  return { parts, totalUsd };
}
