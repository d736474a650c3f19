import type { contract } from '../../../src/lib/api/contract/contract.ts';
import type { BodyOf } from '../../../src/lib/api/contract/define-call.ts';
import type { Token } from '../../ledger/account.ts';
import { readTokenAmount } from './read-token-amount.ts';

/** The signed order, with its amounts in base units. */
export interface TransferOrder {
  token: Token;
  amountBaseUnits: bigint;
  maxFeeBaseUnits: bigint;
  remark: string | undefined;
}

type Body = Pick<BodyOf<(typeof contract)['walletTransfer']>, 'walletType' | 'amount' | 'maxFee' | 'remark'>;

/** Throws VALIDATION_FAILED where an amount has more decimals than its token. */
export function readTransferOrder({ walletType, amount, maxFee, remark }: Body): TransferOrder {
  return {
    token: walletType,
    amountBaseUnits: readTokenAmount(amount, walletType, 'amount'),
    maxFeeBaseUnits: readTokenAmount(maxFee, walletType, 'maxFee'),
    remark: remark === '' ? undefined : remark,
  };
}
