import { formatDays } from '../../lib/format-terms.ts';
import { useIsAlive } from '../state/use-is-alive.ts';
import { PRICE_RANGES, type PriceRange } from './price-range.ts';

interface PriceRangeChoiceProps {
  days: PriceRange;
  choose: (days: PriceRange) => void;
  locale: string;
  name: string;
}

export function PriceRangeChoice({ days, choose, locale, name }: PriceRangeChoiceProps): React.JSX.Element {
  const isAlive = useIsAlive();
  return (
    <fieldset disabled={!isAlive}>
      <legend className="vh">{name}</legend>
      <div className="seg seg-inline">
        {PRICE_RANGES.map((range) => (
          <label key={range}>
            <input type="radio" name="price-range" checked={range === days} onChange={() => choose(range)} />
            {formatDays(range, locale)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
