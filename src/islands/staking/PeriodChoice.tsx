import { formatDays, formatRate } from '../../lib/format-terms.ts';
import type { StakingPeriod } from '../../lib/staking/staking-types.ts';
import { Skeleton } from '../figures/Skeleton.tsx';
import { useLocale } from '../root/island.ts';

interface PeriodChoiceProps {
  label: string;
  /** Empty while unknown. */
  periods: readonly StakingPeriod[];
  chosen: string | null;
  choose: (periodId: string) => void;
}

/** The default number of periods, to reserve space for them. */
const PLACEHOLDERS = [1, 2, 3, 4];

/** Chooses the term; shows its annual rate before the tier's multiplier. */
export function PeriodChoice({ label, periods, chosen, choose }: PeriodChoiceProps): React.JSX.Element {
  const locale = useLocale();
  return (
    <fieldset className="field">
      <legend className="label">{label}</legend>
      <div className="seg periods">
        {periods.length === 0 &&
          PLACEHOLDERS.map((key) => (
            <label key={key} aria-hidden="true">
              <span>
                <Skeleton width={4} />
              </span>
              <small>
                <Skeleton width={4} />
              </small>
            </label>
          ))}
        {periods.map(({ id, days, apr }) => (
          <label key={id}>
            <input type="radio" name="stake-period" value={id} checked={id === chosen} onChange={() => choose(id)} />
            <span>{formatDays(days, locale)}</span>
            <small>{formatRate(apr, locale)}</small>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
