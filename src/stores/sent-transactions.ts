import { computed, onMount, type WritableAtom } from 'nanostores';
import { jsonList, keptOnDevice } from '../lib/storage/kept.ts';
import {
  idOf,
  trackedTransaction,
  type DepositTransaction,
  type SwapTransaction,
  type TrackedTransaction,
} from '../lib/transactions/tracked-transaction.ts';
import { storeOf } from './persistence.ts';

/** Kept when the session ends: a pending payment is shown again after signing in. */
const kept = keptOnDevice('jufi:transactions', jsonList(trackedTransaction));
const MOST_KEPT = 50;

/** Transactions sent from this device by any member, newest first, in step with other tabs. `transactions.ts` follows them. */
export const $transactions: WritableAtom<readonly TrackedTransaction[]> = storeOf(kept, []);

onMount($transactions, () => {
  const known = kept.get() ?? [];
  const wanted = known.filter(({ isEndSeen }) => isEndSeen !== true);
  if (wanted.length < known.length) $transactions.set(wanted);
});

export const $swaps = computed($transactions, (all) => all.filter((one): one is SwapTransaction => one.purpose.kind !== 'DEPOSIT'));
export const $deposits = computed($transactions, (all) => all.filter((one): one is DepositTransaction => one.purpose.kind === 'DEPOSIT'));

/** Stores a new transaction, or what is new about one, beside what another tab stored meanwhile. If the device refuses to store it, it's kept in memory. */
export function keepTransaction(transaction: TrackedTransaction): void {
  const stored = kept.get() ?? [];
  const inMemory = $transactions.get().filter((one) => !stored.some((other) => idOf(other) === idOf(one)));
  const known = [...inMemory, ...stored];
  const place = known.findIndex((other) => idOf(other) === idOf(transaction));
  $transactions.set(place < 0 ? [transaction, ...known].slice(0, MOST_KEPT) : known.with(place, transaction));
}
