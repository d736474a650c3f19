import { tabStorage } from '../lib/storage/safe-storage.ts';
import { shellKeys } from '../lib/storage/storage-keys.ts';
import { $user } from '../stores/session.ts';

/** Puts the mark on the bell, or takes it off, here and on the pages that follow in this tab. */
export function markNews(isNew: boolean): void {
  const memberId = $user.get()?.id;
  if (isNew && memberId !== undefined) tabStorage.set(shellKeys.news, memberId);
  else tabStorage.remove(shellKeys.news);
  for (const bell of document.querySelectorAll<HTMLElement>('[data-notices]')) {
    bell.dataset['label'] ??= bell.getAttribute('aria-label') ?? '';
    bell.toggleAttribute('data-news', isNew);
    bell.setAttribute('aria-label', (isNew ? bell.dataset['labelNews'] : bell.dataset['label']) ?? '');
  }
}
