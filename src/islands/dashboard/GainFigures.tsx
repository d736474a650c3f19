import { fromDecimalString } from '../../lib/amount.ts';
import type { Gain } from '../../lib/claims/claim-plan.ts';
import { TOKEN_DECIMALS } from '../../lib/token-decimals.ts';
import { TokenFigure } from '../action/TokenFigure.tsx';
import type { PluralForms } from '../figures/plural-form.ts';
import { Points } from '../figures/Points.tsx';

/** Enough digits to see a return grow; a value without that many is shown with fewer. */
const MOST_DIGITS = 6;

interface GainFiguresProps {
  gain: Gain;
  /** The unit "points". */
  unit: PluralForms;
}

/** What a claim yields: an amount, points, or both. */
export function GainFigures({ gain: { amount, token, points }, unit }: GainFiguresProps): React.JSX.Element {
  const value = fromDecimalString(amount, TOKEN_DECIMALS);
  return (
    <>
      {(value > 0n || points === 0) && <TokenFigure value={value} unit={token} fractionDigits={digitsOf(amount)} />}
      {value > 0n && points > 0 && ' + '}
      {points > 0 && <Points value={points} unit={unit} />}
    </>
  );
}

/** At least two, as everywhere. */
function digitsOf(amount: string): number {
  const [, fraction = ''] = amount.split('.');
  return Math.min(Math.max(fraction.length, 2), MOST_DIGITS);
}
