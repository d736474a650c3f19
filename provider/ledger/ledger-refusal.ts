import type { Account, Token } from './account.ts';

export type RefusalCode =
  | 'INSUFFICIENT_BALANCE'
  | 'ACCOUNT_UNKNOWN'
  | 'TRANSACTION_ID_REUSED'
  | 'TRANSACTION_UNKNOWN'
  | 'NOT_PENDING'
  | 'ALREADY_SETTLED'
  | 'ALREADY_VOIDED';

export type RefusedPart = { account: Account; token: Token; balanceBaseUnits: bigint };

/**
 * The ledger refused and changed nothing. Thrown, so that a caller who ignores it still rolls back. The database transaction remains
 * usable, so a caller who catches it may continue.
 */
export class LedgerRefusal extends Error {
  readonly code: RefusalCode;
  readonly transactionId: string;
  /** For INSUFFICIENT_BALANCE: the account and its balance. */
  readonly refused: RefusedPart | undefined;

  constructor(code: RefusalCode, transactionId: string, refused?: RefusedPart) {
    super(
      `The ledger refused transaction ${transactionId}: ${code}${refused === undefined ? '' : ` (${refused.account.kind} ${refused.token})`}`,
    );
    this.name = 'LedgerRefusal';
    this.code = code;
    this.transactionId = transactionId;
    this.refused = refused;
  }
}
