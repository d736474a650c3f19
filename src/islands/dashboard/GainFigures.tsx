import { exactDigits } from '../../lib/shown-amount.ts';
import { Points } from '../figures/Points.tsx';
import { Figure } from '../figures/Figure.tsx';
import { useTexts } from '../root/island.ts';
import type { ClaimLine } from './claim-lines.ts';

/** Enough digits to see a return grow; a value without that many is shown with fewer. */
const MOST_DIGITS = 6;

/** What a claim yields: an amount, points, or both. */
export function GainFigures({ gain: { amount, walletType, points } }: { gain: Omit<ClaimLine, 'kind'> }): React.JSX.Element {
  const unit = useTexts('home').claims.points;
  const value = amount ?? 0n;
  return (
    <>
      {(value > 0n || points === 0) && (
        <Figure value={value} unit={walletType} fractionDigits={Math.min(exactDigits(value), MOST_DIGITS)} />
      )}
      {value > 0n && points > 0 && ' + '}
      {points > 0 && <Points value={points} unit={unit} />}
    </>
  );
}
