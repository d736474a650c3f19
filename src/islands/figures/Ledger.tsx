import type { ReactNode } from 'react';

export interface LedgerLine {
  name: string;
  value: ReactNode;
  /** A `sum` has a double rule; a `minor` line is quieter. */
  kind?: 'sum' | 'minor';
}

interface LedgerProps {
  lines: readonly LedgerLine[];
  className?: string;
}

export function Ledger({ lines, className = '' }: LedgerProps) {
  return (
    <dl className={`ledger ${className}`.trimEnd()}>
      {lines.map(({ name, value, kind }) => (
        <div key={name} className={kind}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
