import { fromDecimalString } from '../amount.ts';
import type { DataOf } from '../api/contract/define-call.ts';
import type { yearStatement } from '../api/contract/year-statement.ts';

type Receipt = DataOf<typeof yearStatement>['receipts'][number];

export interface ReceiptSum extends Pick<Receipt, 'group' | 'kind' | 'walletType'> {
  amount: bigint;
  /** The sum of those whose value is known. */
  usd: bigint;
  /** How many have no known value. */
  missing: number;
}

const GROUPS = ['INCOME', 'BOUGHT', 'DEPOSIT', 'REFUND'] as const;

/** A year's receipts, added up by kind and token; income first. */
export function sumReceipts(receipts: readonly Receipt[]): ReceiptSum[] {
  const sums = new Map<string, ReceiptSum>();
  for (const { group, kind, walletType, amount, usd } of receipts) {
    const key = `${group} ${kind} ${walletType}`;
    const sum = sums.get(key) ?? { group, kind, walletType, amount: 0n, usd: 0n, missing: 0 };
    sum.amount += fromDecimalString(amount);
    if (usd === null) sum.missing += 1;
    else sum.usd += fromDecimalString(usd);
    sums.set(key, sum);
  }
  return [...sums.values()].toSorted((a, b) => GROUPS.indexOf(a.group) - GROUPS.indexOf(b.group));
}
