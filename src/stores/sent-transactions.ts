import { atom, computed, onMount } from 'nanostores';
import { deviceStorage } from '../lib/storage/safe-storage.ts';
import {
  idOf,
  readTrackedTransactions,
  type DepositTransaction,
  type SwapTransaction,
  type TrackedTransaction,
} from '../lib/transactions/tracked-transaction.ts';

/** Kept when the session ends: a pending payment is shown again after signing in. */
const STORED_AT = 'jufi:transactions';
const MOST_KEPT = 50;

/** Transactions sent from this device by any member, newest first, in step with other tabs. `transactions.ts` follows them. */
export const $transactions = atom<readonly TrackedTransaction[]>([]);

onMount($transactions, () => {
  // The server has no device.
  if (typeof document === 'undefined') return;
  const onStorage = ({ key }: StorageEvent): void => {
    if (key === STORED_AT) $transactions.set(readKept());
  };
  const kept = readKept();
  const wanted = kept.filter(({ isEndSeen }) => isEndSeen !== true);
  if (wanted.length < kept.length) deviceStorage.set(STORED_AT, JSON.stringify(wanted));
  $transactions.set(wanted);
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
});

export const $swaps = computed($transactions, (all) => all.filter((one): one is SwapTransaction => one.purpose.kind !== 'DEPOSIT'));
export const $deposits = computed($transactions, (all) => all.filter((one): one is DepositTransaction => one.purpose.kind === 'DEPOSIT'));

/** Stores a new transaction, or what is new about one, beside what another tab stored meanwhile. If the device refuses to store it, it's kept in memory. */
export function keepTransaction(transaction: TrackedTransaction): void {
  const known = readKept();
  const place = known.findIndex((other) => idOf(other) === idOf(transaction));
  const all = place < 0 ? [transaction, ...known].slice(0, MOST_KEPT) : known.with(place, transaction);
  deviceStorage.set(STORED_AT, JSON.stringify(all));
  $transactions.set(all);
}

function readKept(): readonly TrackedTransaction[] {
  const text = deviceStorage.get(STORED_AT);
  return text === null ? $transactions.get() : readTrackedTransactions(text);
}
