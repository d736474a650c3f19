import { localePath, splitLocalePath } from '../lib/i18n/locale-path.ts';
import { parseLanguage } from '../lib/i18n/language-codes.ts';
import { leaveFor } from '../lib/visit/leave-for.ts';
import { $language } from '../stores/language.ts';
import { keepDrafts } from './form-drafts.ts';

/** Stores the chosen language and opens the same page in it; query, hash and typed text are kept. */
export function startLanguageMenu(): void {
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || !(event.target instanceof Element))
      return;
    const choice = event.target.closest<HTMLElement>('[data-language-choice]');
    const language = parseLanguage(choice?.dataset.languageChoice ?? '');
    if (!language) return;
    event.preventDefault();
    $language.set(language);
    document.querySelector<HTMLElement>('#language-menu:popover-open')?.hidePopover();
    const here = splitLocalePath(location.pathname);
    if (here.language === language) return;
    keepDrafts();
    leaveFor(localePath(language, here.path) + location.search + location.hash);
  });
}
