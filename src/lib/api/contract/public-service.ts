import { defineCall } from './define-call.ts';
import { amount, count, rate, time, usd, walletType } from './scalars.ts';
import { stakingPeriod, stakingTier } from './staking.ts';
import { treasuryPackage } from './treasury.ts';
import { z } from './zod.ts';

/** What can be done with USDT now: the packages on sale, how much JUF they can still sell, stakes, and what the pools hold. */
export const ways = z.object({
  packages: z.array(
    z.pick(treasuryPackage, { id: true, name: true, minAmount: true, maxAmount: true, discountRate: true, vestingDays: true }),
  ),
  sellableJuf: amount,
  periods: z.array(stakingPeriod),
  tiers: z.array(stakingTier),
  rewardPoolFree: amount,
  /** The exchange’s JUF/USDT pool; null while it isn’t known. */
  exchange: z.nullable(z.object({ juf: amount, usdt: amount })),
});

/** The current rates of the service. An extension: a provider may lack it. */
export const serviceTerms = defineCall({
  method: 'GET',
  path: '/dashboard/terms',
  auth: 'public',
  idempotent: false,
  output: z.object({
    treasury: z.object({ packages: z.array(z.object({ discountRate: rate, vestingDays: count })), maxMintingCap: amount }),
    insurance: z.object({ premiumRate: rate, days: count, maxPayoutRate: rate, noCancelDays: count }),
    staking: z.object({ periods: z.array(z.object({ days: count, apr: rate })) }),
    /** As a share of a sale's proceeds, or of what is sold. */
    pools: z.object({ bonusShareOfSales: rate, insuranceShareOfTreasury: rate, rewardMintShareOfSold: rate }),
    bonuses: z.object({ capRate: rate }),
    transfer: z.object({ feeRate: rate, payoutFee: z.object({ JU: amount, JUF: amount, USDT: amount }) }),
    /** Added later, both: a provider may lack them. `unsignedUsd`: what a session may spend and lock within 24 hours without the wallet's signature. */
    orders: z.optional(z.object({ unsignedUsd: usd })),
    ways: z.optional(ways),
  }),
  errors: [],
});

/** The pools that pay promises, and how much of them is promised. An extension: a provider may lack it. */
export const servicePools = defineCall({
  method: 'GET',
  path: '/dashboard/pools',
  auth: 'public',
  idempotent: false,
  output: z.object({
    pools: z.array(z.object({ kind: z.enum(['REWARDS', 'INSURANCE', 'BONUSES']), walletType, free: amount, promised: amount })),
  }),
  errors: [],
});

/** Whether the chain responds, and how far it has been read. An extension: a provider may lack it. */
export const serviceStatus = defineCall({
  method: 'GET',
  path: '/dashboard/status',
  auth: 'public',
  idempotent: false,
  output: z.object({
    at: time,
    /** Null while the chain's node doesn't respond. */
    block: z.nullable(z.object({ number: count, at: time })),
    /** When JUF's price was last read; null if never. */
    jufPriceAt: z.nullable(time),
  }),
  errors: [],
});
