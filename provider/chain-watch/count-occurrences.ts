import { type ChainDeposit } from './deposit-log.ts';

export interface CountedDeposit extends ChainDeposit {
  /** Which it is of those that say the same in the same transaction, from 1. */
  occurrence: number;
}

/** `deposits` are all of each transaction, in the chain's order. */
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
