import { Figure, Points } from '../figures/Figure.tsx';
import { fromDecimalString } from '../../lib/amount.ts';
import type { PluralForms } from '../../lib/format-count.ts';

interface PrivilegeFiguresProps {
  /** A decimal string. */
  juf: string;
  score: number;
  /** The unit "points". */
  unit: PluralForms;
  /** Puts the points below the JUF, to fit a table cell. */
  isStacked?: boolean;
  /** How often it comes, on a line of its own. */
  every?: string;
}

/** What a privilege pays: JUF, points, or both. */
export function PrivilegeFigures({ juf, score, unit, isStacked = false, every }: PrivilegeFiguresProps): React.JSX.Element {
  const amount = fromDecimalString(juf);
  const points = score > 0 && <Points value={score} unit={unit} />;
  return (
    <>
      {amount > 0n && <Figure value={amount} unit="JUF" fractionDigits={0} />}
      {amount > 0n && score > 0 && !isStacked && ' + '}
      {isStacked && amount > 0n ? <small>{points}</small> : points}
      {every !== undefined && <small>{every}</small>}
    </>
  );
}
