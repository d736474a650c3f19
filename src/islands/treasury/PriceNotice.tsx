import { formatRate } from '../../lib/format-terms.ts';
import { interpolate } from '../jsx/interpolate.ts';
import { needsConsent, PRICE_TOLERANCE, type SeenPrice } from '../../lib/treasury/quote-purchase.ts';
import { Notice } from '../action/Notice.tsx';
import { useLocale, useTexts } from '../root/island.ts';
import { QUOTE_LIFE_SECONDS } from './use-fresh-price.ts';
import { writeJuf, writePrice, writeSecond } from './write-figures.ts';

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

/** When the price was read, and how it has changed since the member started. */
export function PriceNotice({ seen, priceAt, isOld, juf, agree }: PriceNoticeProps): React.JSX.Element {
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
