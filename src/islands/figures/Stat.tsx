import type { ReactNode } from 'react';

interface StatProps {
  name: string;
  /** Lines below the figure; one that says nothing, or nothing yet, keeps its place. */
  notes?: readonly ReactNode[];
  children: ReactNode;
}

export function Stat({ name, notes = [], children }: StatProps) {
  return (
    <div className="stat">
      <dt>{name}</dt>
      <dd className="v">{children}</dd>
      {notes.map((note, line) => (
        <dd key={line} className="note">
          {note ?? '\u00a0'}
        </dd>
      ))}
    </div>
  );
}
