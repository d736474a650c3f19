import type { ReactNode } from 'react';

interface SectionProps {
  id: string;
  title: string;
  note?: string | undefined;
  children: ReactNode;
}

/** A section of the page: its title in the margin, its content beside it. */
export function Section({ id, title, note, children }: SectionProps): React.JSX.Element {
  return (
    <section className="sec" aria-labelledby={id}>
      <div className="sec-head">
        <h2 id={id}>{title}</h2>
        {note !== undefined && <p className="note">{note}</p>}
      </div>
      <div className="sec-body">{children}</div>
    </section>
  );
}
