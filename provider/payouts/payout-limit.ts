import { and, eq, gte, lt, ne, or, sql } from 'drizzle-orm';
import { fromDecimalString, mulDivCeil, mulDivFloor } from '../../src/lib/amount.ts';
import { type Queryable } from '../db/database.ts';
import { type Economy } from '../economy.ts';
import { type Token } from '../ledger/account.ts';
import { type CurrentPrices, PRICE_DECIMALS } from '../modules/price/read-prices.ts';
import { USD_DECIMALS, valueInUsd } from '../modules/price/value-in-usd.ts';
import { startOfDay, startOfNextDay } from '../modules/score/utc-day.ts';
import { tokenDecimals } from '../token-decimals.ts';
import { chainOrder } from './schema.ts';

/** So many payouts of a day may fail by their recipient: their fees pay for the gas up to some price of it, and not above. */
const MOST_REFUSED = 3;

/**
 * What a member can still have paid out on the UTC day of a moment, in millionths of a US dollar. What came to nothing by no fault of the recipient does not
 * count; what the recipient refused does, and after the third there is nothing left.
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
 * What a payout takes of the day's limit, in millionths of a US dollar: what it is worth, or, while no price of its token was ever known, as much of the
 * limit as it is of the token's own. What a member owns can always leave.
 */
export function shareOfLimit(amountBaseUnits: bigint, token: Token, prices: CurrentPrices, economy: Economy): bigint {
  const usd = valueInUsd(amountBaseUnits, token, prices);
  if (usd !== null) return usd;
  const { whole, wholeOfToken } = limitsOf(token, economy);
  return mulDivCeil(whole, amountBaseUnits, wholeOfToken);
}

/** The most of a token that takes no more than that of the day's limit. */
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
