import { and, eq, gte, lt, ne, or, sql } from 'drizzle-orm';
import { fromDecimalString, mulDivCeil, mulDivFloor, toDecimalString } from '../../src/lib/amount.ts';
import { tokenDecimals } from '../../src/lib/token-decimals.ts';
import { sumOf } from '../db/columns.ts';
import type { Queryable } from '../db/database.ts';
import type { Economy } from '../economy.ts';
import { newestFinal } from '../finality.ts';
import type { Token } from '../ledger/account.ts';
import { currentPrices, type CurrentPrices, PRICE_DECIMALS, USD_DECIMALS, valueInUsd } from '../price/read-price.ts';
import type { Services } from '../provider-services.ts';
import { fromTokens, inTokens } from '../token-amounts.ts';
import { startOfDay, startOfNextDay } from '../utc-day.ts';
import { chainOrder } from './schema.ts';

interface PayoutTerms {
  minAmount: string;
  /** The smallest of the limit per payout, what the vault can pay, and what is left of the daily limit. */
  maxAmount: string;
  feeRate: number;
  feeMin: string;
  dailyLeft: string;
}

/** The terms of a payout now; its fee doesn't depend on its amount. */
export async function readPayoutTerms(services: Services, memberId: string, token: Token): Promise<PayoutTerms> {
  const { database, economy, clock, prices } = services;
  const now = clock();
  const [holding, dailyLeft, current] = await Promise.all([
    readVaultHolding(services, token),
    readDailyLeft(database, economy, memberId, now),
    currentPrices(prices, now),
  ]);
  const { minimum, maximum, payoutFee } = economy.transfer;
  const bounds = [
    fromTokens(maximum, token),
    holding === null ? 0n : await readFreeInVault(database, holding, token),
    mostWithin(dailyLeft, token, current, economy),
  ];
  return {
    minAmount: minimum,
    maxAmount: inTokens(least(bounds), token),
    feeRate: 0,
    feeMin: payoutFee[token],
    dailyLeft: toDecimalString(dailyLeft, USD_DECIMALS),
  };
}

function least(bounds: readonly bigint[]): bigint {
  const lowest = bounds.reduce((low, bound) => (bound < low ? bound : low));
  return lowest > 0n ? lowest : 0n;
}

/** Payouts per day that may fail because of their recipient: their fees cover the gas only up to a certain gas price. */
const MOST_REFUSED = 3;

/**
 * What a member can still have paid out on the moment's UTC day, in 10⁻⁶ US dollars. Payouts that failed through no fault of the recipient
 * don't count; refused ones do, and after the third nothing is left.
 */
export async function readDailyLeft(database: Queryable, economy: Economy, memberId: string, now: Date): Promise<bigint> {
  const [row] = await database
    .select({
      used: sumOf(chainOrder.usd),
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
function mostWithin(usd: bigint, token: Token, prices: CurrentPrices, economy: Economy): bigint {
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
    wholeOfToken: fromTokens(ofToken, token),
  };
}

/** The vault's holding as of a confirmed block. */
export interface VaultHolding {
  balance: bigint;
  atBlock: bigint;
}

/** `null` if there is no vault. Doesn't include JUF sold but not minted yet. */
export async function readVaultHolding({ chain, vault }: Pick<Services, 'chain' | 'vault'>, token: Token): Promise<VaultHolding | null> {
  if (vault === null) return null;
  const atBlock = newestFinal(await chain.getBlockNumber());
  const address = { JU: null, JUF: vault.tokens.juf, USDT: vault.tokens.usdt }[token];
  return { balance: await chain.getBalance(address, vault.address, atBlock), atBlock };
}

/** The part of a holding that isn't ordered yet; negative if the chain holds less than was ordered. */
export async function readFreeInVault(database: Queryable, { balance, atBlock }: VaultHolding, token: Token): Promise<bigint> {
  const { rows } = await database.execute<{ ordered: string }>(sql`
    select coalesce(sum(amount), 0)::text as ordered from chain_order
     where token = ${token} and kind <> 'MINT' and ((settled_block is null and status <> 'VOIDED') or settled_block > ${atBlock.toString()})`);
  return balance - BigInt(rows[0]?.ordered ?? 0);
}

/** Serialises decisions about whether the vault holds enough; take it last, just before writing. */
export async function takeTurnAtVault(transaction: Queryable, token: Token): Promise<void> {
  await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended('vault ' || ${token}::text, 7310210002))`);
}
