import { stateAmount } from '../../lib/state-amount.ts';
import { TOKEN_DECIMALS } from '../../lib/token-decimals.ts';
import { useLocale } from '../root/island.ts';

interface StatedAmountProps {
  typed: string;
  /** As read; null if it isn't one. */
  amount: bigint | null;
  decimals?: number;
  unit: string;
}

/** What a typed amount was read as, wherever the field doesn't say so itself. */
export function StatedAmount({ typed, amount, decimals = TOKEN_DECIMALS, unit }: StatedAmountProps): React.JSX.Element | null {
  const locale = useLocale();
  const stated = amount === null ? null : stateAmount(typed, amount, decimals, locale);
  if (stated === null) return null;
  return (
    <span className="stated num" translate="no">
      = {stated}
      {'\u00a0'}
      {unit}
    </span>
  );
}
