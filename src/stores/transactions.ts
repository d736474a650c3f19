import { definePart } from '../lib/visit/define-part.ts';
import { productChain } from '../lib/chain/product-chain.ts';
import { wagmiConfig } from '../lib/chain/wagmi-config.ts';
import { lookAtTransaction, readConfirmations, readTransaction } from '../lib/transactions/look-at-transaction.ts';
import type { Hex } from '../lib/chain/wallets/eip1193.ts';
import { idOf, isSettled, type TrackedTransaction } from '../lib/transactions/tracked-transaction.ts';
import { $transactions, keepTransaction } from './sent-transactions.ts';

/** Decoding needs a library, which is only loaded after a failure. */
const revertPart = definePart(() => import('../lib/transactions/explain-revert.ts'));
const client = wagmiConfig.getClient({ chainId: productChain.id });
/** How long one that no node knows is followed. By then it isn't sent again, and its nonce has long been used. */
const FOLLOWED_FOR_MS = 24 * 60 * 60_000;

/** Stores a new transaction and follows it; resolves when it's in a block, replaced, or unknown to the network. */
export function followTransaction(sent: TrackedTransaction): Promise<TrackedTransaction> {
  keepTransaction(sent);
  const { promise, resolve } = Promise.withResolvers<TrackedTransaction>();
  const stop = $transactions.subscribe((all) => {
    const now = all.find((other) => idOf(other) === idOf(sent));
    if (now && now.status.kind !== 'PENDING') resolve(now);
  });
  void promise.then(() => stop());
  return promise;
}

/** Of what somebody else sends, such as a payout. Throws if the node doesn't answer. */
export function confirmationsOf(hash: Hex): ReturnType<typeof readConfirmations> {
  return readConfirmations(client, hash);
}

/** Follows everything that this device has sent, while the page is seen. Returns a function that ends it. */
export function followTransactions(): () => void {
  const underWay = new Set<string>();
  const look = async (transaction: TrackedTransaction): Promise<void> => {
    const id = idOf(transaction);
    if (underWay.has(id)) return;
    underWay.add(id);
    try {
      await lookAt(transaction);
    } catch {
      // The node doesn't respond, or responds with nonsense: the page says so, and the next look asks again.
    } finally {
      underWay.delete(id);
    }
  };
  const lookAtAll = (): void => {
    if (document.hidden) return;
    for (const one of $transactions.get()) if (isFollowed(one, Date.now())) void look(one);
  };
  let known = '';
  // What is new, or has another hash, is looked at without delay.
  const stop = $transactions.subscribe((all) => {
    const hashes = all.map(({ hash }) => hash).join();
    if (hashes !== known) lookAtAll();
    known = hashes;
  });
  const timer = setInterval(lookAtAll, productChain.pollingIntervalMs);
  document.addEventListener('visibilitychange', lookAtAll);
  return () => {
    stop();
    clearInterval(timer);
    document.removeEventListener('visibilitychange', lookAtAll);
  };
}

function isFollowed(transaction: TrackedTransaction, nowMs: number): boolean {
  if (isSettled(transaction) || transaction.isEndSeen === true) return false;
  // What this device was left waiting for is looked at however old it is: it would say "Pending" for ever.
  return transaction.status.kind !== 'UNSEEN' || nowMs - transaction.sentAtMs < FOLLOWED_FOR_MS;
}

let leastHead = 0;

/** Throws if the node doesn't answer. */
async function lookAt(transaction: TrackedTransaction): Promise<void> {
  const reading = await readTransaction(client, transaction);
  const next = await lookAtTransaction(transaction, reading, {
    client,
    nowMs: Date.now(),
    leastHead,
    isTaken: (hash) => $transactions.get().some((one) => idOf(one) !== idOf(transaction) && (one.hash === hash || one.firstHash === hash)),
    explainRevert: async (reverted, blockNumber) => {
      const { explainRevert } = await revertPart.load();
      return explainRevert(client, reverted, blockNumber);
    },
  });
  leastHead = Math.max(leastHead, reading.headNumber);
  const isWanted = $transactions.get().some((one) => idOf(one) === idOf(transaction) && one.isEndSeen !== true);
  if (isWanted) keepTransaction(next);
}
