import { defineCall } from './define-call.ts';
import { claimRefusals } from './order-terms.ts';
import { amount, id } from './scalars.ts';
import { transaction } from './transaction.ts';
import { z } from './zod.ts';

/** Vested JUF of one treasury purchase, or of all. */
export const claimJuf = defineCall({
  method: 'POST',
  path: '/staking/claimJuf',
  auth: 'session',
  idempotent: true,
  body: z.strictObject({ purchaseId: z.optional(id) }),
  output: z.object({ claimed: amount, transaction }),
  errors: [...claimRefusals, 'PURCHASE_UNKNOWN'],
});
