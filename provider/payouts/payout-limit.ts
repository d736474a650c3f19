import { and, eq, gte, lt, ne, or, sql } from 'drizzle-orm';
import { fromDecimalString, mulDivCeil, mulDivFloor } from '../../src/lib/amount.ts';
import type { Queryable } from '../db/database.ts';
import type { Economy } from '../economy.ts';
import type { Token } from '../ledger/account.ts';
import { type CurrentPrices, PRICE_DECIMALS } from '../price/read-prices.ts';
import { USD_DECIMALS, valueInUsd } from '../price/value-in-usd.ts';
import { startOfDay, startOfNextDay } from '../utc-day.ts';
import { tokenDecimals } from '../token-decimals.ts';
import { chainOrder } from './schema.ts';

/** Payouts per day that may fail because of their recipient: their fees cover the gas only up to a certain gas price. */
const MOST_REFUSED = 3;

/**
 * What a member can still have paid out on the moment's UTC day, in 10⁻⁶ US dollars. Payouts that failed through no fault of the recipient
 * don't count; refused ones do, and after the third nothing is left.
 */
export async function readDailyLeft(database: Queryable, economy: Economy, memberId: string, now: Date): Promise<bigint> {
  const [row] = await database
    .select({
      used: sql`coalesce(sum(${chainOrder.usd}), 0)`.mapWith((value: string) => BigInt(value)),
      refused: sql`count(*) filter (where ${chainOrder.isRefused})`.mapWith(Number),
    })
    .from(chainOrder)
    .where(
      and(
        eq(chainOrder.kind, 'PAYOUT'),
        eq(chainOrder.memberId, memberId),
        or(ne(chainOrder.status, 'VOIDED'), chainOrder.isRefused),
        gte(chainOrder.createdAt, startOfDay(now)),
        lt(chainOrder.createdAt, startOfNextDay(now)),
      ),
    );
  if ((row?.refused ?? 0) >= MOST_REFUSED) return 0n;
  const left = fromDecimalString(economy.transfer.payoutDailyLimitUsd, USD_DECIMALS) - (row?.used ?? 0n);
  return left > 0n ? left : 0n;
}

/**
 * A payout's share of the daily limit, in 10⁻⁶ US dollars: its value or, while its token never had a price, the same fraction of the limit
 * as it is of the token's own limit. So members can always withdraw what they own.
 */
export function shareOfLimit(amountBaseUnits: bigint, token: Token, prices: CurrentPrices, economy: Economy): bigint {
  const usd = valueInUsd(amountBaseUnits, token, prices);
  if (usd !== null) return usd;
  const { whole, wholeOfToken } = limitsOf(token, economy);
  return mulDivCeil(whole, amountBaseUnits, wholeOfToken);
}

/** The most of a token that fits into this part of the daily limit. */
export function mostWithin(usd: bigint, token: Token, prices: CurrentPrices, economy: Economy): bigint {
  const price18 = token === 'USDT' ? 10n ** BigInt(PRICE_DECIMALS) : prices[token]?.price18;
  const { whole, wholeOfToken } = limitsOf(token, economy);
  if (price18 === undefined || price18 === 0n) return whole === 0n ? 0n : mulDivFloor(usd, wholeOfToken, whole);
  return mulDivFloor(usd, 10n ** BigInt(tokenDecimals[token] + PRICE_DECIMALS - USD_DECIMALS), price18);
}

function limitsOf(token: Token, { transfer }: Economy): { whole: bigint; wholeOfToken: bigint } {
  const { payoutDailyLimitUsd, payoutDailyLimitUnpriced } = transfer;
  const ofToken = token === 'USDT' ? payoutDailyLimitUsd : payoutDailyLimitUnpriced[token];
  return {
    whole: fromDecimalString(payoutDailyLimitUsd, USD_DECIMALS),
    wholeOfToken: fromDecimalString(ofToken, tokenDecimals[token]),
  };
}
