import { memberWithNews } from '../lib/visit/tab-marks.ts';
import { $memberId } from '../stores/member.ts';

/** Puts the mark on the bell, or takes it off, here and on the pages that follow in this tab. */
export function markNews(isNew: boolean): void {
  memberWithNews.set(isNew ? $memberId.get() : null);
  for (const bell of document.querySelectorAll<HTMLElement>('[data-notices]')) {
    bell.dataset['label'] ??= bell.getAttribute('aria-label') ?? '';
    bell.toggleAttribute('data-news', isNew);
    bell.setAttribute('aria-label', (isNew ? bell.dataset['labelNews'] : bell.dataset['label']) ?? '');
  }
}
