import { StatedAmount } from '../action/StatedAmount.tsx';
import { Icon } from '../figures/Icon.tsx';
import { interpolate } from '../jsx/interpolate.ts';
import { useTexts } from '../root/island.ts';
import { useIsAlive } from '../state/use-is-alive.ts';

export type Measure = 'juf' | 'usdt';

interface PriceChoiceProps {
  measure: Measure;
  setMeasure: (measure: Measure) => void;
  /** In USDT, as typed. */
  price: string;
  setPrice: (typed: string) => void;
  /** As read; null if the typed text isn't a valid price. */
  typed18: bigint | null;
  /** Today's price, formatted; null if unknown. */
  today: string | null;
  isFault: boolean;
  /** An example of a price in the member's format. */
  example: string;
}

/** Chooses whether the projection is in JUF or in USDT, and at what price. */
export function PriceChoice({ measure, setMeasure, price, setPrice, typed18, today, isFault, example }: PriceChoiceProps) {
  const texts = useTexts('staking').projection;
  const isAlive = useIsAlive();
  return (
    <div className="measure">
      <fieldset className="field" disabled={!isAlive}>
        <legend className="label">{texts.measure}</legend>
        <div className="seg seg-inline">
          {(['juf', 'usdt'] as const).map((name) => (
            <label key={name}>
              <input type="radio" name="projection-measure" checked={measure === name} onChange={() => setMeasure(name)} />
              {texts[name]}
            </label>
          ))}
        </div>
      </fieldset>
      <div className="field">
        <label htmlFor="projection-price">{texts.price}</label>
        <div className="btn-row">
          <input
            id="projection-price"
            name="projection-price"
            className="input num"
            inputMode="decimal"
            autoComplete="off"
            maxLength={90}
            value={price}
            readOnly={!isAlive}
            aria-invalid={isFault}
            aria-describedby="projection-price-fault"
            onChange={(event) => setPrice(event.target.value)}
          />
          <button type="button" className="btn btn-ghost" disabled={today === null} onClick={() => setPrice(today ?? '')}>
            {texts.today}
          </button>
        </div>
        <StatedAmount typed={price} amount={typed18} unit="USDT" />
        <div id="projection-price-fault" role="status">
          {isFault && (
            <p className="err">
              <Icon name="alert" small />
              <span>{interpolate(texts.priceFault, { example })}</span>
            </p>
          )}
        </div>
      </div>
    </div>
  );
}
