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

const USD_DECIMALS = 6;

/** A value in US dollars, or that it is unknown. */
export function UsdFigure({ usd, unknown, isNamed = false }: UsdFigureProps): React.JSX.Element {
  if (usd === null) return <span className="note">{unknown}</span>;
  const isLoss = usd.startsWith('-');
  const value = fromDecimalString(isLoss ? usd.slice(1) : usd, USD_DECIMALS);
  return (
    <Figure
      value={value}
      decimals={USD_DECIMALS}
      {...(isNamed && { unit: 'US$' })}
      sign={isLoss ? '−' : undefined}
      mostDigits={USD_DECIMALS}
    />
  );
}
