import type { Hex } from 'viem';

import type { Token, TransactionKind } from './account.ts';

export type TransactionStatus = 'PENDING' | 'POSTED' | 'VOIDED';

/** A transaction as it moved one of a member's wallets. If it moved two, there are two lines with the same id. */
export type TransactionLine = {
  id: string;
  kind: TransactionKind;
  token: Token;
  direction: 'IN' | 'OUT';
  /** Excludes the fee. */
  amountBaseUnits: bigint;
  feeBaseUnits: bigint;
  /** The transaction's other member, if there is exactly one. */
  counterpartyId: string | null;
  remark: string | null;
  /** The chain's hash if there is one, otherwise the ledger's own. */
  hash: Hex;
  status: TransactionStatus;
  createdAt: Date;
  balanceAfterBaseUnits: bigint;
};
