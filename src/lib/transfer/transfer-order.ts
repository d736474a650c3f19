import { address, amount, id, text, walletType } from '../api/contract/scalars.ts';
import { z } from '../api/contract/zod.ts';

/** What the person confirmed. Amounts are decimal strings. */
export const transferOrder = z.object({
  destination: z.enum(['MEMBER', 'CHAIN']),
  walletType,
  amount,
  fee: amount,
  remark: text,
  recipient: z.object({ id, uid: text, username: text, address }),
});
export type TransferOrder = z.output<typeof transferOrder>;
