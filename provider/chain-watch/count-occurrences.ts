import type { ChainDeposit } from './deposit-log.ts';

export interface CountedDeposit extends ChainDeposit {
  /** Its index, starting at 1, among identical deposits in the same transaction. */
  occurrence: number;
}

/** `deposits` must contain all deposits of each transaction, in the chain's order. */
export function countOccurrences(deposits: readonly ChainDeposit[]): CountedDeposit[] {
  const counts = new Map<string, number>();
  return deposits.map((deposit) => {
    const { txHash, token, sender, amountBaseUnits } = deposit;
    const key = [txHash, token, sender, amountBaseUnits].join(' ');
    const occurrence = (counts.get(key) ?? 0) + 1;
    counts.set(key, occurrence);
    return { ...deposit, occurrence };
  });
}
