import type { Client } from 'viem';
import { productChain } from '../lib/chain/product-chain.ts';
import { deviceStorage } from '../lib/storage/safe-storage.ts';
import { lookAtTransaction } from '../lib/transactions/look-at-transaction.ts';
import { isSettled, readTrackedTransactions, type TrackedTransaction } from '../lib/transactions/tracked-transaction.ts';
import { $transactions } from './transaction-list.ts';

/** Kept when the session ends: a pending payment is shown again after signing in. */
const STORED_AT = 'jufi:transactions';
const MOST_KEPT = 50;
/** By then nobody sends it any more, and its nonce has long been used. */
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

/** Checks pending transactions, now and every few seconds while the page is visible. Returns a function that stops it. */
export function startFollowing(client: Client, clock: () => number = Date.now): () => void {
  const seen = { head: 0, isLooking: false };
  const look = (): void => {
    if (!document.hidden) void lookAtAll(client, clock, seen);
  };
  const onStorage = ({ key }: StorageEvent): void => {
    if (key === STORED_AT) $transactions.set(readKept());
  };
  $transactions.set(readKept());
  look();
  const timer = setInterval(look, productChain.pollingIntervalMs);
  const stopListening = $transactions.listen((all, before) => {
    if (all.length > (before?.length ?? 0)) look();
  });
  document.addEventListener('visibilitychange', look);
  addEventListener('storage', onStorage);
  return () => {
    clearInterval(timer);
    stopListening();
    document.removeEventListener('visibilitychange', look);
    removeEventListener('storage', onStorage);
  };
}

async function lookAtAll(client: Client, clock: () => number, seen: { head: number; isLooking: boolean }): Promise<void> {
  if (seen.isLooking) return;
  seen.isLooking = true;
  try {
    const nowMs = clock();
    const open = $transactions.get().filter((one) => !isSettled(one) && nowMs - one.sentAtMs < FOLLOWED_FOR_MS);
    for (const one of open) {
      const { transaction, headNumber } = await lookAtTransaction(one, {
        client,
        nowMs,
        leastHead: seen.head,
        explainRevert: async (reverted, blockNumber) => {
          // Decoding needs a library, which is loaded only when something fails.
          const { explainRevert } = await import('../lib/transactions/explain-revert.ts');
          return explainRevert(client, reverted, blockNumber);
        },
      });
      seen.head = Math.max(seen.head, headNumber);
      keep(transaction);
    }
  } catch {
    // The node doesn't answer, or its answer is invalid: the page says so, and the next check retries.
  } finally {
    seen.isLooking = false;
  }
}

/** Keeps what another tab stored meanwhile; if the device stores nothing, the page remembers it. */
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

/** Its first hash. */
function idOf({ hash, spedUpFrom }: TrackedTransaction): string {
  return spedUpFrom ?? hash;
}
