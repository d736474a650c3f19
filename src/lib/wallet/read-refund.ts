import { fromDecimalString } from '../amount.ts';
import type { TransactionRow } from '../api/contract/transaction.ts';

/** The refund of a payout that wasn't made. */
export type Refund = 'WHOLE' | 'WITHOUT_FEE' | 'UNKNOWN';

/** Determined by the refund's row. If several payouts of the same size were refunded differently, the rows can't be matched. */
export function readRefund(payout: TransactionRow, rows: readonly TransactionRow[]): Refund {
  const amount = fromDecimalString(payout.amount);
  const whole = amount + fromDecimalString(payout.fee);
  const back = rows
    .filter(({ kind, direction, walletType }) => kind === 'PAYOUT' && direction === 'IN' && walletType === payout.walletType)
    .filter(({ createdAt }) => Date.parse(createdAt) >= Date.parse(payout.createdAt))
    .map((row) => fromDecimalString(row.amount));
  const [isWhole, isWithoutFee] = [back.includes(whole), back.includes(amount)];
  if (isWhole === isWithoutFee) return isWhole && whole === amount ? 'WHOLE' : 'UNKNOWN';
  return isWhole ? 'WHOLE' : 'WITHOUT_FEE';
}
