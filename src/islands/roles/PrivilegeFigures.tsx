import { Figure, Points } from '../figures/Figure.tsx';
import type { PluralForms } from '../../lib/format-count.ts';

interface PrivilegeFiguresProps {
  juf: bigint;
  score: number;
  /** The unit "points". */
  unit: PluralForms;
  /** Puts the points below the JUF, to fit a table cell. */
  isStacked?: boolean;
  /** How often it comes, on a line of its own, if it brings anything. */
  every?: string;
}

/** What a privilege pays: JUF, points, or both. */
export function PrivilegeFigures({ juf, score, unit, isStacked = false, every }: PrivilegeFiguresProps) {
  const points = score > 0 && <Points value={score} unit={unit} />;
  return (
    <>
      {juf > 0n && <Figure value={juf} unit="JUF" fractionDigits={0} />}
      {juf > 0n && score > 0 && !isStacked && ' + '}
      {isStacked && juf > 0n ? <small>{points}</small> : points}
      {every !== undefined && (juf > 0n || score > 0) && <small>{every}</small>}
    </>
  );
}
