import { v7 } from 'uuid';
import { transferFee } from '../../../src/lib/transfer/transfer-fee.ts';
import { memberAccount, pooledAccount, type Token } from '../../ledger/account.ts';
import type { NewTransaction } from '../../ledger/post.ts';
import type { TransferOrder } from './read-transfer-terms.ts';

export interface TransferPlan {
  token: Token;
  amountBaseUnits: bigint;
  feeBaseUnits: bigint;
  /** Whether the fee exceeds what was signed; if so, the plan must not be carried out. */
  isFeeTooHigh: boolean;
  payment: NewTransaction;
}

/** The ledger transaction for a transfer between two members. */
export function planTransfer(
  { token, amountBaseUnits, maxFeeBaseUnits, remark }: TransferOrder,
  { senderId, recipientId, feeRate, now }: { senderId: string; recipientId: string; feeRate: number; now: Date },
): TransferPlan {
  const feeBaseUnits = transferFee(amountBaseUnits, { feeRate, feeMin: 0n });
  const from = memberAccount('AVAILABLE', senderId);
  return {
    token,
    amountBaseUnits,
    feeBaseUnits,
    isFeeTooHigh: feeBaseUnits > maxFeeBaseUnits,
    payment: {
      id: v7({ msecs: now.getTime() }),
      kind: 'TRANSFER',
      entries: [
        { account: from, token, amountBaseUnits: -amountBaseUnits },
        { account: memberAccount('AVAILABLE', recipientId), token, amountBaseUnits },
        { account: from, token, amountBaseUnits: -feeBaseUnits, role: 'FEE' },
        { account: pooledAccount('FEES'), token, amountBaseUnits: feeBaseUnits, role: 'FEE' },
      ],
      occurredAt: now,
      remark,
    },
  };
}
