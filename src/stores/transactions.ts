import { productChain } from '../lib/chain/product-chain.ts';
import { wagmiConfig } from '../lib/chain/wagmi-config.ts';
import { deviceStorage } from '../lib/storage/safe-storage.ts';
import { lookAtTransaction, type TransactionReading } from '../lib/transactions/look-at-transaction.ts';
import { isSettled, readTrackedTransactions, type TrackedTransaction } from '../lib/transactions/tracked-transaction.ts';
import { $transactions } from './transaction-list.ts';

/** Kept when the session ends: a pending payment is shown again after signing in. */
const STORED_AT = 'jufi:transactions';
const MOST_KEPT = 50;
/** By then it isn't sent again, and its nonce has long been used. */
const FOLLOWED_FOR_MS = 24 * 60 * 60_000;

/** Stores a new transaction and follows it; resolves when it's in a block, or never will be. */
export function followTransaction(sent: TrackedTransaction): Promise<TrackedTransaction> {
  keep(sent);
  const { promise, resolve } = Promise.withResolvers<TrackedTransaction>();
  const stop = $transactions.subscribe((all) => {
    const now = all.find((other) => idOf(other) === idOf(sent));
    if (now && now.status.kind !== 'PENDING') resolve(now);
  });
  void promise.then(() => stop());
  return promise;
}

/** Shows the transactions stored on the device, and follows changes by other tabs. Returns an unsubscribe function. */
export function startKeeping(): () => void {
  const onStorage = ({ key }: StorageEvent): void => {
    if (key === STORED_AT) $transactions.set(readKept());
  };
  $transactions.set(readKept());
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}

export function isFollowed(transaction: TrackedTransaction, nowMs: number): boolean {
  return !isSettled(transaction) && nowMs - transaction.sentAtMs < FOLLOWED_FOR_MS;
}

let leastHead = 0;

/** Keeps what follows from what the node said. Throws when the node cannot be asked for what else is needed. */
export async function noteLook(transaction: TrackedTransaction, reading: TransactionReading, nowMs: number): Promise<void> {
  const client = wagmiConfig.getClient({ chainId: productChain.id });
  const next = await lookAtTransaction(transaction, reading, {
    client,
    nowMs,
    leastHead,
    explainRevert: async (reverted, blockNumber) => {
      // Decoding needs a library, which is only loaded after a failure.
      const { explainRevert } = await import('../lib/transactions/explain-revert.ts');
      return explainRevert(client, reverted, blockNumber);
    },
  });
  leastHead = Math.max(leastHead, reading.headNumber);
  keep(next);
}

/** The hash it was first sent under. */
export function idOf({ hash, spedUpFrom }: TrackedTransaction): string {
  return spedUpFrom ?? hash;
}

/** Keeps what another tab stored meanwhile. If the device refuses to store it, it's kept in memory. */
function keep(transaction: TrackedTransaction): void {
  const known = deviceStorage.get(STORED_AT) === null ? $transactions.get() : readKept();
  const place = known.findIndex((other) => idOf(other) === idOf(transaction));
  const all = place < 0 ? [transaction, ...known].slice(0, MOST_KEPT) : known.with(place, transaction);
  deviceStorage.set(STORED_AT, JSON.stringify(all));
  $transactions.set(all);
}

function readKept(): TrackedTransaction[] {
  return readTrackedTransactions(deviceStorage.get(STORED_AT));
}
