import { formatCount, pluralForm, type PluralForms } from '../../lib/format-count.ts';
import { useLocale } from '../root/island.ts';

interface PointsProps {
  value: number;
  /** The unit "points" in the page's language. */
  unit: PluralForms;
  sign?: '+';
}

/** A number of points, formatted like an amount. */
export function Points({ value, unit, sign }: PointsProps): React.JSX.Element {
  const locale = useLocale();
  return (
    <span className="num">
      {sign}
      {formatCount(value, locale)}
      <span className="unit">{`\u00a0${pluralForm(unit, value, locale)}`}</span>
    </span>
  );
}
