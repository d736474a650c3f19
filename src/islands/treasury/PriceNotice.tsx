import { useEffect, useState } from 'react';
import { formatRate } from '../../lib/format-terms.ts';
import { agreeToPrice, needsConsent, PRICE_TOLERANCE, type SeenPrice, seePrice } from '../../lib/treasury/quote-purchase.ts';
import { $modals } from '../../stores/modals.ts';
import { refreshTreasury } from '../../stores/treasury.ts';
import { refreshWallet } from '../../stores/wallet.ts';
import { Notice } from '../action/Notice.tsx';
import { interpolate } from '../jsx/interpolate.ts';
import { useLocale, useTexts } from '../root/island.ts';
import { writeJuf, writePrice, writeSecond } from './write-figures.ts';
import { useShown } from '../state/use-shown.ts';

interface PriceNoticeProps {
  seen: SeenPrice;
  /** When the price was read, ISO 8601. */
  priceAt: string | null;
  /** The latest refresh failed. */
  isOld: boolean;
  /** What the amount buys now; null while there is no amount. */
  juf: bigint | null;
  agree: () => void;
}

/** How often the price is refreshed while the member decides. */
const QUOTE_LIFE_SECONDS = 15;

/** When the price was read, and how it has changed since the member started. */
export function PriceNotice({ seen, priceAt, isOld, juf, agree }: PriceNoticeProps) {
  const texts = useTexts('treasury').purchase;
  const locale = useLocale();
  const written = (price18 = 0n): string => writePrice(price18, locale);
  const [from, to] = [written(seen.move?.from18), written(seen.move?.to18)];
  // A difference in digits that aren't shown doesn't count as a change.
  const move = from === to ? null : seen.move;
  const time = writeSecond(priceAt, locale);
  return (
    <div className="price-notice">
      {isOld && <Notice kind="warning" text={interpolate(texts.stale, { time })} />}
      {!isOld && <p className="note">{interpolate(texts.read, { time, seconds: QUOTE_LIFE_SECONDS })}</p>}
      {move && (
        <Notice
          kind="info"
          text={interpolate(move.to18 > move.from18 ? texts.rose : texts.fell, {
            from,
            to,
            time: writeSecond(move.at, locale),
          })}
        />
      )}
      {move && juf !== null && <p className="note">{interpolate(texts.now, { juf: writeJuf(juf, locale) })}</p>}
      {needsConsent(seen) && (
        <Notice kind="failed" text={interpolate(texts.consent, { rate: formatRate(Number(PRICE_TOLERANCE), locale) })}>
          <button type="button" className="btn btn-secondary" onClick={agree}>
            {texts.agree}
          </button>
        </Notice>
      )}
    </div>
  );
}

/**
 * Refreshes the price while the dialog is open and the balance when it opens, and reports how the price has changed since; null while it is
 * closed. Takes the price after discount; null while there is none.
 */
export function useFreshPrice(price18: bigint | null, priceAt: string | null): { seen: SeenPrice | null; agree: () => void } {
  const [kept, setKept] = useState<SeenPrice | null>(null);
  const { open, suspended } = useShown($modals);
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
