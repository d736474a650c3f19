import { address, amount, id, text, walletType } from '../api/contract/scalars.ts';
import { z } from '../api/contract/zod.ts';

/** The confirmed order, as read from the device. Amounts are in 10⁻¹⁸ tokens. */
export const transferOrder = z.object({
  destination: z.enum(['MEMBER', 'CHAIN']),
  walletType,
  amount,
  fee: amount,
  remark: text,
  recipient: z.object({ id, uid: text, username: text, address }),
});
export type TransferOrder = z.output<typeof transferOrder>;
