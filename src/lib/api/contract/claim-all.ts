import { defineCall } from './define-call.ts';
import { amount, count, receipt, text } from './scalars.ts';
import { claimRefusals } from './order-terms.ts';
import { transaction } from './transaction.ts';
import { z } from './zod.ts';

export const claimKind = z.enum(['vestedJuf', 'roi', 'bonus', 'privilege', 'score']);
export type ClaimKind = z.output<typeof claimKind>;

/** What one kind paid: an amount (0 if it gives points only), points, or both. Points alone have no transaction but may have a receipt. */
const claimed = z.object({
  kind: claimKind,
  walletType: z.enum(['JUF', 'USDT']),
  amount,
  points: count,
  transaction: z.optional(transaction),
  receipt: z.optional(receipt),
});

/** An error code; nothing of this kind was claimed. */
const refused = z.object({ kind: claimKind, refused: text });

/**
 * Claims all that is due of the kinds a member has reviewed, together, with a line for each. A refused kind doesn't prevent the others; it is refused as a
 * whole if there is nothing to claim of any. An extension: a provider may lack it.
 */
export const claimAll = defineCall({
  method: 'POST',
  path: '/profile/claimAll',
  auth: 'session',
  idempotent: true,
  body: z.strictObject({ kinds: z.array(claimKind).check(z.minLength(1), z.maxLength(5)) }),
  output: z.object({ lines: z.array(z.union([claimed, refused])) }),
  errors: [...claimRefusals],
});
