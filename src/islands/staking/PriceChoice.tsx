import { interpolate } from '../../lib/i18n/interpolate.ts';
import { Icon } from '../figures/Icon.tsx';
import { useIsAlive } from '../state/use-is-alive.ts';
import type { StakingTexts } from './staking-texts.ts';

export type Measure = 'juf' | 'usdt';

interface PriceChoiceProps {
  measure: Measure;
  setMeasure: (measure: Measure) => void;
  /** As typed, in USDT. */
  price: string;
  setPrice: (typed: string) => void;
  /** The price now, as the person's language writes it; null where none is known. */
  today: string | null;
  /** The typed text is no price. */
  isFault: boolean;
  /** A price as the person's language writes it. */
  example: string;
  texts: StakingTexts['projection'];
}

/** Whether the projection is told in JUF or in USDT, and at which price. */
export function PriceChoice({ measure, setMeasure, price, setPrice, today, isFault, example, texts }: PriceChoiceProps): React.JSX.Element {
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
            maxLength={40}
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
