import { useStore } from '@nanostores/react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { TransactionNotFoundError, TransactionReceiptNotFoundError } from 'viem';
import { useBlockNumber, useTransaction, useTransactionCount, useTransactionReceipt } from 'wagmi';
import { productChain } from '../../lib/chain/product-chain.ts';
import type { TrackedTransaction } from '../../lib/transactions/tracked-transaction.ts';
import { followEarlierSwap } from '../../stores/swap-run.ts';
import { $transactions } from '../../stores/transaction-list.ts';
import { followTransaction, idOf, isFollowed, noteLook, startKeeping } from '../../stores/transactions.ts';

/** Follows what this device has sent while the page is seen, and so draws nothing: islands show `$transactions`. */
export function FollowTransactions(): React.JSX.Element {
  const all = useStore($transactions, { ssr: 'initial' });
  useEffect(() => {
    const stop = startKeeping();
    void followEarlierSwap(followTransaction);
    return stop;
  }, []);
  return (
    <>
      {all
        .filter((one) => isFollowed(one, Date.now()))
        .map((one) => (
          <Following key={idOf(one)} transaction={one} />
        ))}
    </>
  );
}

const chainId = productChain.id;
/** Asked together, so that head, receipt and nonce are those of one moment, and of one node where there are several. */
const query = { enabled: false };
const together = { cancelRefetch: false };

function Following({ transaction }: { transaction: TrackedTransaction }): null {
  const { hash, owner } = transaction;
  const head = useBlockNumber({ chainId, cacheTime: 0, scopeKey: 'following', query });
  const receipt = useTransactionReceipt({ chainId, hash, query });
  const known = useTransaction({ chainId, hash, query });
  const mined = useTransactionCount({ chainId, address: owner, query });
  const isLooking = useRef(false);
  const poll = useEffectEvent(async (): Promise<void> => {
    if (document.hidden || isLooking.current) return;
    isLooking.current = true;
    try {
      const [atHead, ofReceipt, ofKnown, ofMined] = await Promise.all([
        head.refetch(together),
        receipt.refetch(together),
        known.refetch(together),
        mined.refetch(together),
      ]);
      if (!atHead.isSuccess || !ofMined.isSuccess) return;
      const reading = { headNumber: Number(atHead.data), receipt: found(ofReceipt), known: found(ofKnown), mined: ofMined.data };
      await noteLook(transaction, reading, Date.now());
    } catch {
      // The node doesn't respond, or responds with nonsense: the page says so, and the next poll asks again.
    } finally {
      isLooking.current = false;
    }
  });
  useEffect(() => {
    const lookNow = (): void => void poll();
    lookNow();
    const timer = setInterval(lookNow, productChain.pollingIntervalMs);
    document.addEventListener('visibilitychange', lookNow);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', lookNow);
    };
  }, [hash]);
  return null;
}

type Answer<Found> = { isSuccess: true; data: Found } | { isSuccess: false; error: Error | null };

/** Null where the node knows of none; throws where it could not be asked. */
function found<Found>(answer: Answer<Found>): Found | null {
  if (answer.isSuccess) return answer.data;
  const { error } = answer;
  if (error instanceof TransactionNotFoundError || error instanceof TransactionReceiptNotFoundError) return null;
  throw error ?? new Error('no answer');
}
