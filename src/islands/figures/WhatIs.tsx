import type { TermName } from '../../lib/term-names.ts';

/** A button next to a word that the page's `Terms` explain. The browser opens and closes the explanation, and returns the focus. */
export function WhatIs({ term }: { term: TermName }) {
  return (
    <button type="button" className="what-is" popoverTarget={`what-${term}`} aria-labelledby={`ask-${term}`}>
      ?
    </button>
  );
}
