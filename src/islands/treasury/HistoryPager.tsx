import { interpolate } from '../../lib/i18n/interpolate.ts';
import { $historyPage } from '../../stores/treasury.ts';
import type { TreasuryTexts } from './treasury-texts.ts';

interface HistoryPagerProps {
  page: number;
  totalPages: number;
  texts: TreasuryTexts['purchases'];
}

/** On to older purchases and back, and where they end. */
export function HistoryPager({ page, totalPages, texts }: HistoryPagerProps): React.JSX.Element {
  return (
    <nav className="pager" aria-label={texts.pages}>
      <span className="num">
        {totalPages > 1 && `${interpolate(texts.page, { page, pages: totalPages })} `}
        {page >= totalPages && texts.end}
      </span>
      <span className="btn-row">
        {page > 1 && (
          <button type="button" className="btn btn-secondary" onClick={() => $historyPage.set(page - 1)}>
            {texts.newer}
          </button>
        )}
        {page < totalPages && (
          <button type="button" className="btn btn-secondary" onClick={() => $historyPage.set(page + 1)}>
            {texts.older}
          </button>
        )}
      </span>
    </nav>
  );
}
