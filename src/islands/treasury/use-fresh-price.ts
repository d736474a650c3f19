import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { agreeToPrice, type PriceWatch, watchPrice } from '../../lib/treasury/watch-price.ts';
import { $modals } from '../../stores/modals.ts';
import { refreshTreasury } from '../../stores/treasury.ts';

/** How often the price is read again while somebody decides by it. */
export const QUOTE_LIFE_SECONDS = 15;

/** Reads the price again and again while the dialog is looked at, and says how it moved. Takes the price after discount; null while there is none. */
export function useFreshPrice(price18: bigint | null, priceAt: string | null): { watch: PriceWatch | null; agree: () => void } {
  const isOpen = useStore($modals).open === 'treasury-purchase';
  useEffect(() => {
    if (!isOpen) return;
    const read = (): void => {
      if (!document.hidden) refreshTreasury();
    };
    read();
    const timer = setInterval(read, QUOTE_LIFE_SECONDS * 1_000);
    document.addEventListener('visibilitychange', read);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', read);
    };
  }, [isOpen]);

  const [kept, setKept] = useState<PriceWatch | null>(null);
  const watch = price18 === null ? kept : watchPrice(kept, price18, priceAt);
  if (watch !== kept) setKept(watch);
  return { watch, agree: () => setKept(watch && agreeToPrice(watch)) };
}
