import { definePart } from '../lib/visit/define-part.ts';
import { memberWithNews } from '../lib/visit/tab-marks.ts';
import { $memberId } from '../stores/member.ts';
import { lookForNews } from './look-for-news.ts';

/** Fetched when the list is opened. */
const listPart = definePart(() => import('./fill-notices.ts'));

/** Marks the bell if something happened that the member hasn't read, at once if the page before knew it, and fills its list when it opens. */
export function startNotices(): void {
  const memberId = $memberId.get();
  if (memberId !== null && memberWithNews.get() === memberId) document.querySelector('[data-notices]')?.toggleAttribute('data-news', true);
  const menu = document.getElementById('notices');
  menu?.addEventListener('beforetoggle', (event) => {
    if (event.newState === 'open') void fill(menu);
  });
  // The list may already be open: the press that opened it also loaded this script.
  if (menu?.matches(':popover-open')) void fill(menu);
  void lookForNews();
}

async function fill(menu: HTMLElement): Promise<void> {
  const list = menu.querySelector<HTMLElement>('[data-notice-list]');
  if (!list) return;
  try {
    await (await listPart.load()).fillNotices(list);
  } catch {
    // Offline, or the provider doesn't answer or lacks the call: opening it again asks again.
    const failed = document.createElement('p');
    failed.className = 'note';
    failed.textContent = list.dataset['failed'] ?? '';
    list.replaceChildren(failed);
  }
}
