import { defineCall } from './define-call.ts';
import { amount, count, id, signedUsd, time, usd, walletType, wholeNumber } from './scalars.ts';
import { transactionKind } from './transaction.ts';
import { z } from './zod.ts';

/** Some of the values may be unknown: `usd` is the sum of the known ones, `missing` counts the others. */
const sum = z.object({ usd: signedUsd, missing: count });

const yearHolding = z.object({
  kind: z.enum(['WALLET', 'STAKED', 'VESTING']),
  walletType,
  opening: amount,
  openingUsd: z.nullable(usd),
  closing: amount,
  closingUsd: z.nullable(usd),
});

/** `INCOME` was given or earned, `BOUGHT` is what a purchase paid out, `DEPOSIT` came from the member's own address, `REFUND` gives back. */
const yearReceipt = z.object({
  id,
  group: z.enum(['INCOME', 'BOUGHT', 'DEPOSIT', 'REFUND']),
  kind: transactionKind,
  walletType,
  amount,
  /** Its value on its day; what was paid for it if it was bought. */
  usd: z.nullable(usd),
  at: time,
});

/** A part of what was spent or transferred, from a single acquisition: the oldest that was left. Null is unknown. */
const yearGain = z.object({
  id,
  kind: transactionKind,
  walletType,
  amount,
  at: time,
  acquiredAt: z.nullable(time),
  proceedsUsd: z.nullable(usd),
  costUsd: z.nullable(usd),
  gainUsd: z.nullable(signedUsd),
});

/**
 * A member's calendar year in UTC, at each day's average prices: balances, receipts, and gains by FIFO (USDT counts as one dollar, so it has none). The
 * running year goes to now. An extension: a provider may lack it.
 */
export const yearStatement = defineCall({
  method: 'GET',
  path: '/wallet/yearStatement',
  auth: 'session',
  idempotent: false,
  /** The running year if none is given. */
  query: z.object({ year: z.optional(wholeNumber(1970, 9999)) }),
  output: z.object({
    year: count,
    /** Since the member joined, newest first. */
    years: z.array(count),
    from: time,
    /** Exclusive; now, for the running year. */
    to: time,
    holdings: z.array(yearHolding),
    receipts: z.array(yearReceipt),
    income: sum,
    gains: z.array(yearGain),
    gainByToken: z.array(z.object({ walletType, gain: sum })),
  }),
  errors: [],
});
