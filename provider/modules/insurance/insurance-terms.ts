import { mulDivCeil, mulDivFloor } from '../../../src/lib/amount.ts';
import { BASIS_POINTS } from '../../../src/lib/basis-points.ts';
import { tokenDecimals } from '../../../src/lib/token-decimals.ts';
import type { Economy } from '../../economy.ts';
import { PRICE_DECIMALS } from '../../price/read-price.ts';
import type { Insurance } from './schema.ts';

const DAY_MS = 86_400_000;
/** Divisor that turns JUF times a price into USDT. */
const VALUE_DIVISOR = 10n ** BigInt(tokenDecimals.JUF + PRICE_DECIMALS - tokenDecimals.USDT);

/** Rounded up, because the member pays it. */
export function premiumOf(insuredUsdt: bigint, { insurance }: Economy): bigint {
  return mulDivCeil(insuredUsdt, BigInt(insurance.premiumRate), BASIS_POINTS);
}

/** The most an insurance of this amount may ever pay. */
export function payoutCapOf(insuredUsdt: bigint, { insurance }: Economy): bigint {
  return mulDivFloor(insuredUsdt, BigInt(insurance.maxPayoutRate), BASIS_POINTS);
}

type Cover = Pick<Insurance, 'coveredJuf' | 'referencePrice18' | 'payoutCapUsdt'>;

/** The shortfall of the covered amount at a settlement price, limited by the cap; rounded down, because the member receives it. */
export function payoutAt(cover: Cover, settlementPrice18: bigint): bigint {
  if (settlementPrice18 >= cover.referencePrice18) return 0n;
  const shortfall = mulDivFloor(cover.coveredJuf, cover.referencePrice18 - settlementPrice18, VALUE_DIVISOR);
  return shortfall < cover.payoutCapUsdt ? shortfall : cover.payoutCapUsdt;
}

/** What must stay reserved: the payout if JUF were worth nothing. */
export function greatestPayout(cover: Cover): bigint {
  return payoutAt(cover, 0n);
}

type Term = Pick<Insurance, 'premiumUsdt' | 'earnedUsdt' | 'startedAt' | 'expiresAt'>;

/** The share of the premium for whole seconds not yet begun, rounded down, because the member receives it. The rest is earned. */
export function unusedPremium({ premiumUsdt, earnedUsdt, startedAt, expiresAt }: Term, now: Date): bigint {
  const lastsSeconds = Math.ceil((expiresAt.getTime() - startedAt.getTime()) / 1_000);
  const leftSeconds = Math.floor((expiresAt.getTime() - now.getTime()) / 1_000);
  const counted = Math.min(Math.max(leftSeconds, 0), lastsSeconds);
  const unused = mulDivFloor(premiumUsdt, BigInt(counted), BigInt(lastsSeconds));
  // Another process may have booked earnings with a clock ahead of ours; what was earned is never given back.
  const unearned = premiumUsdt - earnedUsdt;
  return unused < unearned ? unused : unearned;
}

/** An insurance can't be cancelled in its last days, nor while it awaits settlement. */
export function isSettling({ expiresAt, noCancelDays }: Pick<Insurance, 'expiresAt' | 'noCancelDays'>, now: Date): boolean {
  return now.getTime() >= expiresAt.getTime() - noCancelDays * DAY_MS;
}

/** USDT of purchases that a pool can still insure. */
export function capacityOf(freeUsdt: bigint, { insurance }: Economy): bigint {
  // The greatest amount whose cap, rounded down, fits into the pool.
  return ((freeUsdt + 1n) * BASIS_POINTS - 1n) / BigInt(insurance.maxPayoutRate);
}
