import { useEffect, useState } from 'react';
import { agreeToPrice, type PriceWatch, watchPrice } from '../../lib/treasury/watch-price.ts';
import { isOpen, whileOpen } from '../../stores/modals.ts';
import { refreshTreasury } from '../../stores/treasury.ts';
import { refreshWallet } from '../../stores/wallet.ts';

/** How often the price is refreshed while the member decides. */
export const QUOTE_LIFE_SECONDS = 15;

const AFTER_OPENING_MS = 200;

/**
 * Refreshes the price while the dialog is open and the balance when it opens, and reports how the price has changed since. Takes the price
 * after discount; null while there is none.
 */
export function useFreshPrice(price18: bigint | null, priceAt: string | null): { watch: PriceWatch | null; agree: () => void } {
  const [kept, setKept] = useState<PriceWatch | null>(null);
  useEffect(
    () =>
      whileOpen('treasury-purchase', () => {
        const stop = readAgain();
        return () => {
          stop();
          setKept(null);
        };
      }),
    [],
  );
  // Tracks the newest price while the dialog is closed, so that opening it re-renders nothing.
  const before = isOpen('treasury-purchase') || kept?.price18 === price18 ? kept : null;
  const watch = price18 === null ? before : watchPrice(before, price18, priceAt);
  if (watch !== kept) setKept(watch);
  return { watch, agree: () => setKept(watch && agreeToPrice(watch)) };
}

function readAgain(): () => void {
  const read = (): void => {
    if (!document.hidden) refreshTreasury();
  };
  // Waits until the dialog is open: an earlier request would be rendered before it.
  const first = setTimeout(() => {
    read();
    refreshWallet();
  }, AFTER_OPENING_MS);
  const timer = setInterval(read, QUOTE_LIFE_SECONDS * 1_000);
  document.addEventListener('visibilitychange', read);
  return () => {
    clearTimeout(first);
    clearInterval(timer);
    document.removeEventListener('visibilitychange', read);
  };
}
