import { fromDecimalString } from '../../lib/amount.ts';
import { Figure } from '../figures/Figure.tsx';

interface UsdFigureProps {
  /** A decimal string, negative for a loss; null if a price is missing. */
  usd: string | null;
  /** Instead of a value that is unknown. */
  unknown: string;
  /** Where no heading names the currency. */
  isNamed?: boolean;
}

/** A value in US dollars, or that it is unknown. */
export function UsdFigure({ usd, unknown, isNamed = false }: UsdFigureProps): React.JSX.Element {
  if (usd === null) return <span className="note">{unknown}</span>;
  const isLoss = usd.startsWith('-');
  const value = fromDecimalString(isLoss ? usd.slice(1) : usd);
  return <Figure value={value} {...(isNamed && { unit: 'US$' })} sign={isLoss ? '−' : undefined} />;
}
