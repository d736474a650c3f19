import type { Hex } from '../chain/wallets/eip1193.ts';
import type { TrackedTransaction } from './tracked-transaction.ts';

/** By its current hash or its first one. */
export function findTransaction(all: readonly TrackedTransaction[], hash: Hex | null): TrackedTransaction | undefined {
  return all.find((one) => one.hash === hash || one.firstHash === hash);
}
