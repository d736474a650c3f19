import { type Account, type Token } from './account.ts';

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
 * The ledger took nothing. Thrown, so that whoever forgets to look still rolls back; the database transaction is not
 * broken by it, so whoever catches it may go on in it.
 */
export class LedgerRefusal extends Error {
  readonly code: RefusalCode;
  readonly transactionId: string;
  /** For INSUFFICIENT_BALANCE: which account, and what it holds. */
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
