import { and, count, eq, gte, isNull, lte, min, or, sql } from 'drizzle-orm';
import { mulDivFloor } from '../../../src/lib/amount.ts';
import type { SentDataOf } from '../../../src/lib/api/contract/define-call.ts';
import type { outlook } from '../../../src/lib/api/contract/outlook.ts';
import { BASIS_POINTS } from '../../../src/lib/basis-points.ts';
import type { LanguageCode } from '../../../src/lib/i18n/languages.ts';
import { accruedRoi } from '../../../src/lib/staking-accrual.ts';
import { tokenDecimals } from '../../../src/lib/token-decimals.ts';
import { vestedJuf } from '../../../src/lib/vesting-accrual.ts';
import { sumOf } from '../../db/columns.ts';
import type { Queryable } from '../../db/database.ts';
import type { Token } from '../../ledger/account.ts';
import { type CurrentPrices, currentPrices, formatUsd, PRICE_DECIMALS, USD_DECIMALS, valueInUsd } from '../../price/read-price.ts';
import type { Services } from '../../provider-services.ts';
import { inTokens } from '../../token-amounts.ts';
import { earnedAt, earnedBonus } from '../bonuses/list-bonuses.ts';
import { memberDates } from '../notices/calendar-feed.ts';
import { rolePrivilege } from '../roles/schema.ts';
import { staking } from '../staking/schema.ts';
import { factsOf, readStakes, type Stake } from '../staking/stake.ts';
import { type PricesOn, readDayPrices } from '../year-statement/read-movements.ts';
import { type Holding, holdingsAt } from './read-portfolio.ts';

type Outlook = SentDataOf<typeof outlook>;

const MOST_COMING = 5;

const DAY_MS = 86_400_000;
const PRICED = ['JUF', 'JU'] as const;

/** GET /dashboard/outlook, an extension: a member's month so far, what has matured, and what comes next. */
export async function readOutlook(services: Services, memberId: string, language: LanguageCode): Promise<Outlook> {
  const now = services.clock();
  const [month, matured, dates] = await Promise.all([
    readMonth(services, memberId, now),
    readMatured(services.database, memberId, now),
    memberDates(services, memberId, language, { now, since: now, most: MOST_COMING }),
  ]);
  const soonest = dates.toSorted((one, other) => one.at.getTime() - other.at.getTime()).slice(0, MOST_COMING);
  return {
    month,
    matured,
    coming: soonest.map(({ kind, id, at, juf, title }) => ({
      kind,
      id,
      at: at.toISOString(),
      ...(juf !== undefined && { amount: inTokens(juf, 'JUF'), walletType: 'JUF' as const }),
      ...(title !== undefined && { title }),
    })),
  };
}

/** Stakes that earn nothing any more and wait to be withdrawn. */
async function readMatured(database: Queryable, memberId: string, now: Date): Promise<Outlook['matured']> {
  const [row] = await database
    .select({
      juf: sumOf(staking.amount),
      since: min(staking.maturesAt),
      count: count(),
    })
    .from(staking)
    .where(and(eq(staking.memberId, memberId), isNull(staking.withdrawnAt), lte(staking.maturesAt, now)));
  if (row === undefined || row.since === null) return null;
  return { amount: inTokens(row.juf, 'JUF'), since: row.since.toISOString(), count: row.count };
}

type Month = SentDataOf<typeof outlook>['month'];
type Part = Month['earned'][number];

/** A member's UTC month so far, derived from what stakes, sales, purchases and the ledger say. */
async function readMonth(services: Services, memberId: string, now: Date): Promise<Month> {
  const { database, prices } = services;
  const from = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
  const current = await currentPrices(prices, now);
  const parts: [Part['kind'], Token, bigint][] = [
    ...(await ofStakes(database, memberId, from, now)),
    ['BONUSES', 'USDT', await earnedBonus(database, memberId, now, sql`${earnedAt} >= ${from.toISOString()}`)],
    ['PRIVILEGES', 'JUF', await privilegesSince(database, memberId, from)],
    ['DISCOUNT', 'JUF', await discountSince(database, memberId, from, now)],
  ];
  const earned = parts
    .filter(([, , amount]) => amount > 0n)
    .map(([kind, token, amount]) => {
      const value = valueInUsd(amount, token, current);
      return { kind, token, amount, usd: value !== null && kind === 'TURBO' ? -value : value };
    });
  const price = await priceSince(services, memberId, { from, now, current });
  const total = [...earned.map(({ usd }) => usd), price].reduce((sum, usd) => (sum === null || usd === null ? null : sum + usd), 0n);
  return {
    from: from.toISOString(),
    earned: earned.map(({ kind, token, amount, usd }) => ({
      kind,
      walletType: token,
      amount: inTokens(amount, token),
      usd: formatUsd(usd),
    })),
    priceUsd: formatUsd(price),
    totalUsd: formatUsd(total),
  };
}

/** What stakes returned, whether it was claimed, and what turbo cost. */
async function ofStakes(database: Queryable, memberId: string, from: Date, now: Date): Promise<[Part['kind'], Token, bigint][]> {
  const running = or(isNull(staking.withdrawnAt), gte(staking.withdrawnAt, from));
  const stakes = await readStakes(database, and(eq(staking.memberId, memberId), running));
  const by = (stake: Stake, at: Date): bigint => accruedRoi(factsOf(stake), BigInt(at.getTime()));
  const charges = stakes.flatMap((stake) => stake.charges).filter(({ startedAt }) => startedAt >= from);
  return [
    ['RETURNS', 'JUF', stakes.reduce((sum, stake) => sum + by(stake, now) - by(stake, from), 0n)],
    ['TURBO', 'JU', charges.reduce((sum, { paid }) => sum + paid, 0n)],
  ];
}

/** A privilege is earned by claiming it: otherwise it lapses. */
async function privilegesSince(database: Queryable, memberId: string, from: Date): Promise<bigint> {
  const [row] = await database
    .select({ total: sumOf(rolePrivilege.juf) })
    .from(rolePrivilege)
    .where(and(eq(rolePrivilege.memberId, memberId), gte(rolePrivilege.claimedAt, from)));
  return row?.total ?? 0n;
}

interface VestingRow extends Record<string, unknown> {
  juf: string;
  vesting_seconds: number;
  created_ms: string;
  discount: number | null;
}

/** The share of what vested that the discount added, by the terms of the purchase's time, or the first ones where it is older. */
async function discountSince(database: Queryable, memberId: string, from: Date, now: Date): Promise<bigint> {
  const { rows } = await database.execute<VestingRow>(sql`
    select purchase.juf::text as juf, purchase.vesting_seconds, (extract(epoch from purchase.created_at) * 1000)::bigint::text as created_ms,
           (select (offered ->> 'discountRate')::integer from jsonb_array_elements(agreed.document -> 'treasury' -> 'packages') offered
             where offered ->> 'code' = package.code) as discount
      from treasury_purchase purchase
      join treasury_package package on package.id = purchase.package_id
      cross join lateral (select document from terms order by at <= purchase.created_at desc, case when at <= purchase.created_at then -number else number end limit 1) agreed
     where purchase.member_id = ${memberId} and purchase.created_at + purchase.vesting_seconds * interval '1 second' > ${from.toISOString()}`);
  return rows.reduce((sum, { juf, vesting_seconds: vestingSeconds, created_ms: createdMs, discount }) => {
    const purchase = { juf: BigInt(juf), vestingSeconds, createdAt: new Date(Number(createdMs)) };
    const vested = vestedJuf(purchase, now) - vestedJuf(purchase, from);
    return sum + mulDivFloor(vested, BigInt(discount ?? 0), BASIS_POINTS);
  }, 0n);
}

interface Span {
  from: Date;
  now: Date;
  current: CurrentPrices;
}

/** What each day's change of price did to what was held when it began; null while a token that was held has no price. */
async function priceSince(services: Services, memberId: string, { from, now, current }: Span): Promise<bigint | null> {
  const begun = Math.floor((now.getTime() - from.getTime()) / DAY_MS) + 1;
  const ends = Array.from({ length: begun }, (_, day) => new Date(from.getTime() + day * DAY_MS - 1));
  const [holdings, pricesOn] = [
    await holdingsAt(services.database, memberId, ends),
    await readDayPrices(services, new Date(from.getTime() - 1), now),
  ];
  const changes = PRICED.map((token) => changeOf(token, { ends, holdings, pricesOn, now: current[token]?.price18 }));
  const sum = changes.reduce((total, change) => (total === null || change === null ? null : total + change), 0n);
  return sum === null ? null : sum / 10n ** BigInt(tokenDecimals.JUF + PRICE_DECIMALS - USD_DECIMALS);
}

interface PastDays {
  ends: readonly Date[];
  holdings: readonly Holding[][];
  pricesOn: PricesOn;
  now: bigint | undefined;
}

/** A day without a price counts with the next one that has one. */
function changeOf(token: (typeof PRICED)[number], { ends, holdings, pricesOn, now }: PastDays): bigint | null {
  const days = ends.map((end, index) => ({
    held: (holdings[index] ?? []).reduce((sum, part) => (part.token === token ? sum + part.held : sum), 0n),
    price18: pricesOn(end)[token]?.price18,
  }));
  if (now === undefined) return days.every(({ held }) => held === 0n) ? 0n : null;
  const known = [...days.filter((day) => day.price18 !== undefined), { held: 0n, price18: now }];
  return known.slice(1).reduce((sum, { price18 }, index) => {
    const before = known[index];
    return sum + (before?.held ?? 0n) * ((price18 ?? 0n) - (before?.price18 ?? 0n));
  }, 0n);
}
