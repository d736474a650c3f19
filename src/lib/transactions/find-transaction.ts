import type { Hex } from '../chain/wallets/eip1193.ts';
import type { TrackedTransaction } from './tracked-transaction.ts';

/** By the hash it stands under now, or was first sent under. */
export function findTransaction(all: readonly TrackedTransaction[], hash: Hex | null): TrackedTransaction | undefined {
  return all.find((one) => one.hash === hash || one.spedUpFrom === hash);
}
