import { BASIS_POINTS } from '../basis-points.ts';
import { claimableJuf, vestedJuf, type Vesting } from '../vesting-accrual.ts';
import type { TreasuryPurchase } from './price-purchase.ts';

/** A page of purchases, and when it arrived by this device's clock. */
export interface PurchasesAnswer {
  content: readonly TreasuryPurchase[];
  receivedAtMs: number;
}

export interface VestingFigures {
  juf: bigint;
  claimedJuf: bigint;
  /** What a claim at that moment pays, exactly. */
  claimableJuf: bigint;
  /** Fully vested. */
  isVested: boolean;
  /** Claimed and claimable shares of the whole, in basis points, rounded down. */
  shares: { claimed: number; claimable: number };
}

/**
 * The provider's clock minus this device's, in milliseconds, never overestimated, so that no figure exceeds what a claim pays, however
 * wrong the device's clock is. Inferred from the response, since each purchase tells how many whole seconds had passed; may be too small by
 * a second plus the response's travel time.
 */
export function providerClockOffsetMs({ content, receivedAtMs }: PurchasesAnswer): number {
  const earliestMs = content.map(earliestAnswerMs).reduce((latest, atMs) => Math.max(latest, atMs), 0);
  return earliestMs === 0 ? 0 : earliestMs - receivedAtMs;
}

/** A purchase's figures at a moment of the provider's clock. */
export function vestingFigures(purchase: TreasuryPurchase, atMs: number): VestingFigures {
  const vesting = vestingOf(purchase);
  const { juf, claimedJuf } = vesting;
  const claimable = claimableJuf(vesting, new Date(atMs));
  return {
    juf,
    claimedJuf,
    claimableJuf: claimable,
    isVested: vestedJuf(vesting, new Date(atMs)) === juf,
    shares: { claimed: shareOf(claimedJuf, juf), claimable: shareOf(claimedJuf + claimable, juf) - shareOf(claimedJuf, juf) },
  };
}

/** What claiming all these purchases pays at a moment. */
export function claimableOfAll(purchases: readonly TreasuryPurchase[], atMs: number): bigint {
  return purchases.reduce((sum, purchase) => sum + claimableJuf(vestingOf(purchase), new Date(atMs)), 0n);
}

/** When this much of these purchases can be claimed, to the second: from then on unless something is claimed before. Null if it never can. */
export function claimableFromMs(purchases: readonly TreasuryPurchase[], amount: bigint, fromMs: number): number | null {
  const endMs = purchases.reduce((latest, { vestingEndsAt }) => Math.max(latest, Date.parse(vestingEndsAt)), fromMs);
  if (claimableOfAll(purchases, endMs) < amount) return null;
  let [tooEarly, enough] = [-1, Math.ceil((endMs - fromMs) / 1_000)];
  while (enough - tooEarly > 1) {
    const middle = Math.floor((tooEarly + enough) / 2);
    if (claimableOfAll(purchases, fromMs + middle * 1_000) >= amount) enough = middle;
    else tooEarly = middle;
  }
  return fromMs + enough * 1_000;
}

function vestingOf({ juf, claimedJuf, createdAt, vestingEndsAt }: TreasuryPurchase): Vesting & { claimedJuf: bigint } {
  const createdAtMs = Date.parse(createdAt);
  return {
    juf,
    claimedJuf,
    createdAt: new Date(createdAtMs),
    vestingSeconds: Math.max(Math.round((Date.parse(vestingEndsAt) - createdAtMs) / 1_000), 1),
  };
}

/** The first moment at which this much had vested: the fewest whole seconds that yield it. */
function earliestAnswerMs(purchase: TreasuryPurchase): number {
  const { juf, createdAt, vestingSeconds } = vestingOf(purchase);
  const seconds = juf === 0n ? 0n : (purchase.vestedJuf * BigInt(vestingSeconds) + juf - 1n) / juf;
  return createdAt.getTime() + Number(seconds) * 1_000;
}

function shareOf(part: bigint, whole: bigint): number {
  return whole === 0n ? 0 : Number((part * BASIS_POINTS) / whole);
}
