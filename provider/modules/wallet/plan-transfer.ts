import { v7 } from 'uuid';
import { type contract } from '../../../src/lib/api/contract/contract.ts';
import { type BodyOf } from '../../../src/lib/api/contract/define-call.ts';
import { memberAccount, pooledAccount } from '../../ledger/account.ts';
import { type NewTransaction } from '../../ledger/call-ledger.ts';
import { readTokenAmount } from './read-token-amount.ts';
import { transferFee } from './transfer-fee.ts';

export type TransferOrder = Pick<BodyOf<(typeof contract)['walletTransfer']>, 'walletType' | 'amount' | 'maxFee' | 'remark'>;

export interface TransferPlan {
  amountBaseUnits: bigint;
  feeBaseUnits: bigint;
  /** Whether the fee exceeds what was signed; if so, the plan must not be carried out. */
  isFeeTooHigh: boolean;
  payment: NewTransaction;
}

/** The ledger transaction for a transfer between two members. */
export function planTransfer(
  order: TransferOrder,
  { senderId, recipientId, feeRate, now }: { senderId: string; recipientId: string; feeRate: bigint; now: Date },
): TransferPlan {
  const { walletType: token, remark } = order;
  const { amountBaseUnits, maxFeeBaseUnits } = readTransferAmounts(order);
  const feeBaseUnits = transferFee(amountBaseUnits, feeRate);
  const from = memberAccount('AVAILABLE', senderId);
  return {
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
      remark: remark === '' ? undefined : remark,
    },
  };
}

export function readTransferAmounts({ amount, maxFee, walletType }: Pick<TransferOrder, 'amount' | 'maxFee' | 'walletType'>): {
  amountBaseUnits: bigint;
  maxFeeBaseUnits: bigint;
} {
  return {
    amountBaseUnits: readTokenAmount(amount, walletType, 'amount'),
    maxFeeBaseUnits: readTokenAmount(maxFee, walletType, 'maxFee'),
  };
}
