import { useEffect, useState } from 'react';
import { agreeToPrice, type PriceWatch, watchPrice } from '../../lib/treasury/watch-price.ts';
import { isOpen, whileOpen } from '../../stores/modals.ts';
import { refreshTreasury } from '../../stores/treasury.ts';
import { refreshWallet } from '../../stores/wallet.ts';

/** How often the price is read again while somebody decides by it. */
export const QUOTE_LIFE_SECONDS = 15;

const AFTER_OPENING_MS = 200;

/**
 * Reads the price again and again while the dialog is open, the balance when it is opened, and says how the price moved since then.
 * Takes the price after discount; null while there is none.
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
  // Opening it draws nothing anew: as long as it is closed, what is drawn ahead begins with the newest price.
  const before = isOpen('treasury-purchase') || kept?.price18 === price18 ? kept : null;
  const watch = price18 === null ? before : watchPrice(before, price18, priceAt);
  if (watch !== kept) setKept(watch);
  return { watch, agree: () => setKept(watch && agreeToPrice(watch)) };
}

function readAgain(): () => void {
  const read = (): void => {
    if (!document.hidden) refreshTreasury();
  };
  // Opening comes first: what is asked sooner is drawn before the dialog is.
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
