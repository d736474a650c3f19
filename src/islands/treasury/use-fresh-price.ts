import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { agreeToPrice, type SeenPrice, seePrice } from '../../lib/treasury/quote-purchase.ts';
import { $modals } from '../../stores/modals.ts';
import { refreshTreasury } from '../../stores/treasury.ts';
import { refreshWallet } from '../../stores/wallet.ts';

/** How often the price is refreshed while the member decides. */
export const QUOTE_LIFE_SECONDS = 15;

/**
 * Refreshes the price while the dialog is open and the balance when it opens, and reports how the price has changed since; null while it is
 * closed. Takes the price after discount; null while there is none.
 */
export function useFreshPrice(price18: bigint | null, priceAt: string | null): { seen: SeenPrice | null; agree: () => void } {
  const [kept, setKept] = useState<SeenPrice | null>(null);
  const { open, suspended } = useStore($modals, { ssr: 'initial' });
  const isOpen = open === 'treasury-purchase' || suspended === 'treasury-purchase';
  useEffect(() => {
    if (!isOpen) return undefined;
    const stop = readAgain();
    return () => {
      stop();
      setKept(null);
    };
  }, [isOpen]);
  const seen = !isOpen || price18 === null ? kept : seePrice(kept, price18, priceAt);
  if (seen !== kept) setKept(seen);
  return { seen, agree: () => setKept(seen && agreeToPrice(seen)) };
}

function readAgain(): () => void {
  const read = (): void => {
    if (!document.hidden) refreshTreasury();
  };
  read();
  refreshWallet();
  const timer = setInterval(read, QUOTE_LIFE_SECONDS * 1_000);
  document.addEventListener('visibilitychange', read);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', read);
  };
}
