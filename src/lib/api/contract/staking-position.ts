import { amount, count, id, rate, text, time } from './scalars.ts';
import { z } from './zod.ts';

export const stakingStatus = z.enum(['ACTIVE', 'MATURED', 'WITHDRAWN']);

export const stakingPosition = z.object({
  id,
  amount,
  /** The tier's name. */
  tier: text,
  days: count,
  apr: rate,
  /** With the tier's multiplier and active turbo. */
  effectiveApr: rate,
  startedAt: time,
  maturesAt: time,
  /** To date, claimed or not. */
  accruedRoi: amount,
  claimedRoi: amount,
  turboUnits: count,
  turboEndsAt: z.nullable(time),
  status: stakingStatus,
});

export const turboCharge = z.object({
  id,
  stakingId: id,
  units: count,
  paid: amount,
  boost: rate,
  startedAt: time,
  endsAt: time,
  status: z.enum(['ACTIVE', 'ENDED']),
});
