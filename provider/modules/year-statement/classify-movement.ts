import type { TransactionKind } from '../../ledger/account.ts';
import type { Movement } from './read-movements.ts';

export type ReceiptGroup = 'INCOME' | 'BOUGHT' | 'DEPOSIT' | 'REFUND';

export type MovementClass =
  | { type: 'RECEIPT'; group: ReceiptGroup }
  /** To the member's own address on the chain. */
  | { type: 'MOVED_OUT' }
  | { type: 'DISPOSAL' }
  /** Into a stake and back: the member owns it all the time. */
  | { type: 'KEPT' };

const GROUPS: Partial<Record<TransactionKind, ReceiptGroup>> = {
  DEPOSIT: 'DEPOSIT',
  VESTING_CLAIM: 'BOUGHT',
  PREMIUM_REFUND: 'REFUND',
};

/** A movement's meaning for a year's statement. */
export function classifyMovement({ kind, amount }: Pick<Movement, 'kind' | 'amount'>): MovementClass {
  if (kind === 'STAKE' || kind === 'CAPITAL') return { type: 'KEPT' };
  if (amount > 0n) return { type: 'RECEIPT', group: GROUPS[kind] ?? 'INCOME' };
  return kind === 'PAYOUT' ? { type: 'MOVED_OUT' } : { type: 'DISPOSAL' };
}
