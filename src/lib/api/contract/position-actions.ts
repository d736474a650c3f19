import { defineCall } from './define-call.ts';
import { orderIntent, orderRefusals } from './order-terms.ts';
import { amount, amountText, id, terms } from './scalars.ts';
import { stakingPosition, turboCharge as turboChargeData } from './staking-position.ts';
import { transaction } from './transaction.ts';
import { z } from './zod.ts';

/** Burns JU for a higher rate, at the price in `stakingInfo` or less; never more than `maxPaid`, if given. */
export const turboCharge = defineCall({
  method: 'POST',
  path: '/staking/turboCharge',
  auth: 'session',
  idempotent: true,
  body: z.strictObject({ stakingId: id, units: z.int().check(z.gte(1)), maxPaid: z.optional(amountText), terms, intent: orderIntent }),
  output: z.object({ staking: stakingPosition, charge: turboChargeData, transaction }),
  errors: [...orderRefusals, 'STAKING_UNKNOWN', 'TURBO_LIMIT', 'TURBO_TOO_LATE', 'PRICE_UNAVAILABLE', 'POOL_DRAINED'],
});

/** After maturity, with the remaining ROI. */
export const withdrawCapital = defineCall({
  method: 'POST',
  path: '/staking/withdrawCapital',
  auth: 'session',
  idempotent: true,
  body: z.strictObject({ stakingId: id }),
  output: z.object({ staking: stakingPosition, returned: amount, roi: amount, transaction }),
  errors: ['STAKING_UNKNOWN', 'NOT_MATURED', 'ALREADY_WITHDRAWN'],
});
