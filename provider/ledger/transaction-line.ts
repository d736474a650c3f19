import { type Hex } from 'viem';

import { type Token, type TransactionKind } from './account.ts';

export type TransactionStatus = 'PENDING' | 'POSTED' | 'VOIDED';

/** One transaction as it moved one wallet of a member. A transaction that moved two wallets gives two lines with one id. */
export type TransactionLine = {
  id: string;
  kind: TransactionKind;
  token: Token;
  direction: 'IN' | 'OUT';
  /** Without the fee. */
  amountBaseUnits: bigint;
  feeBaseUnits: bigint;
  /** The other member of the transaction, where there is exactly one. */
  counterpartyId: string | null;
  remark: string | null;
  /** The chain's where there is one, else the ledger's own. */
  hash: Hex;
  status: TransactionStatus;
  createdAt: Date;
  balanceAfterBaseUnits: bigint;
};
