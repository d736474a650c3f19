import { and, eq, gte, lt, ne, sql } from 'drizzle-orm';
import { fromDecimalString } from '../../src/lib/amount.ts';
import { type Queryable } from '../db/database.ts';
import { type Economy } from '../economy.ts';
import { type Token } from '../ledger/account.ts';
import { type CurrentPrices, PRICE_DECIMALS } from '../modules/price/read-prices.ts';
import { USD_DECIMALS } from '../modules/price/value-in-usd.ts';
import { startOfDay, startOfNextDay } from '../modules/score/utc-day.ts';
import { tokenDecimals } from '../token-decimals.ts';
import { chainOrder } from './schema.ts';

/** What a member can still have paid out on the UTC day of a moment, in millionths of a US dollar. What was refunded does not count. */
export async function readDailyLeft(database: Queryable, economy: Economy, memberId: string, now: Date): Promise<bigint> {
  const [row] = await database
    .select({ used: sql`coalesce(sum(${chainOrder.usd}), 0)`.mapWith((value: string) => BigInt(value)) })
    .from(chainOrder)
    .where(
      and(
        eq(chainOrder.kind, 'PAYOUT'),
        eq(chainOrder.memberId, memberId),
        ne(chainOrder.status, 'VOIDED'),
        gte(chainOrder.createdAt, startOfDay(now)),
        lt(chainOrder.createdAt, startOfNextDay(now)),
      ),
    );
  const left = fromDecimalString(economy.transfer.payoutDailyLimitUsd, USD_DECIMALS) - (row?.used ?? 0n);
  return left > 0n ? left : 0n;
}

/** The most of a token that is worth no more than that; `null` while its price is not known. */
export function mostWorth(usd: bigint, token: Token, prices: CurrentPrices): bigint | null {
  const price18 = token === 'USDT' ? 10n ** BigInt(PRICE_DECIMALS) : prices[token]?.price18;
  if (price18 === undefined || price18 === 0n) return null;
  return (usd * 10n ** BigInt(tokenDecimals[token] + PRICE_DECIMALS - USD_DECIMALS)) / price18;
}
