import type { ReactNode } from 'react';
import type { TermName } from '../../lib/term-names.ts';
import { WhatIs } from '../figures/WhatIs.tsx';

interface SectionProps {
  id: string;
  title: string;
  /** Explained beside the title. */
  term?: TermName;
  note?: string | undefined;
  children: ReactNode;
}

/** A section of the page: its title in the margin, its content beside it. */
export function Section({ id, title, term, note, children }: SectionProps) {
  return (
    <section className="sec" aria-labelledby={id}>
      <div className="sec-head">
        <h2 id={id}>{title}</h2>
        {term && <WhatIs term={term} />}
        {/* Another note, as when its time is known, is another paragraph: React would move parts of the old one. */}
        {note !== undefined && (
          <p className="note" key={note}>
            {note}
          </p>
        )}
      </div>
      <div className="sec-body">{children}</div>
    </section>
  );
}
