import { useState } from 'react';
import { interpolate } from '../jsx/interpolate.ts';
import { useTexts } from '../root/island.ts';

interface PagerProps {
  page: number;
  /** Null while unknown. */
  totalPages: number | null;
  turn: (page: number) => void;
}

/** Moves through the pages of a list, newest first. Renders nothing if there is only one page. */
export function Pager({ page, totalPages: total, turn }: PagerProps) {
  const texts = useTexts('common').state.pages;
  const [known, setKnown] = useState(total);
  if (total !== null && total !== known) setKnown(total);
  // While another page loads, the button that was pressed keeps the focus. On the first, the list may be another one.
  const totalPages = total ?? (page > 1 ? known : null);
  if (page === 1 && totalPages !== null && totalPages <= 1) return null;
  const isLast = totalPages === null || page >= totalPages;
  return (
    <nav className="pager" aria-label={texts.label}>
      <span className="num" role="status">
        {totalPages !== null && interpolate(texts.page, { page, pages: totalPages })}
      </span>
      <span className="btn-row">
        <button type="button" className="btn btn-secondary" disabled={page === 1} onClick={() => turn(page - 1)}>
          {texts.newer}
        </button>
        <button type="button" className="btn btn-secondary" disabled={isLast} onClick={() => turn(page + 1)}>
          {texts.older}
        </button>
      </span>
    </nav>
  );
}
