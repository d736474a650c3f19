import { interpolate } from '../../lib/i18n/interpolate.ts';
import type { StakingTexts } from './staking-texts.ts';

interface PagerProps {
  page: number;
  totalPages: number;
  turn: (page: number) => void;
  texts: StakingTexts['positions'];
}

/** Draws nothing where there is but one page. */
export function Pager({ page, totalPages, turn, texts }: PagerProps): React.JSX.Element | null {
  if (totalPages <= 1) return null;
  return (
    <nav className="pager" aria-label={texts.pages}>
      <span className="num" role="status">
        {interpolate(texts.page, { page, total: totalPages })}
      </span>
      <div className="btn-row">
        <button type="button" className="btn btn-ghost" disabled={page <= 1} onClick={() => turn(page - 1)}>
          {texts.newer}
        </button>
        <button type="button" className="btn btn-ghost" disabled={page >= totalPages} onClick={() => turn(page + 1)}>
          {texts.older}
        </button>
      </div>
    </nav>
  );
}
