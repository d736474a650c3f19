import { stateAmount } from '../../lib/state-amount.ts';
import { useLocale } from '../root/island.ts';

interface StatedAmountProps {
  typed: string;
  decimals: number;
  unit: string;
}

/** What a typed amount was read as, wherever the field doesn't say so itself. */
export function StatedAmount({ typed, decimals, unit }: StatedAmountProps): React.JSX.Element | null {
  const locale = useLocale();
  const stated = stateAmount(typed, decimals, locale, unit);
  if (stated === null) return null;
  return (
    <span className="stated num" translate="no">
      = {stated}
      {'\u00a0'}
      {unit}
    </span>
  );
}
