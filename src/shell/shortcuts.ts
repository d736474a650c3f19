import { SHORTCUT, type Shortcut } from '../lib/find/shortcut.ts';
import { showAmounts } from '../lib/show-theme.ts';
import { definePart } from '../lib/visit/define-part.ts';
import { $amounts, toggleAmounts } from '../stores/settings.ts';
import { $isSignedIn } from '../stores/session.ts';
import { showToast } from '../stores/toasts.ts';
import { shellTexts } from './shell-texts.ts';

const finderPart = definePart(() => import('./find/finder.ts'));

/** Carries out what keys do on every page (`watch-for-intent.ts` hears them), and the buttons for the same: `[data-find]`, `[data-find-keys]` and `[data-amounts-toggle]`. */
export function startShortcuts(): void {
  $amounts.subscribe(showAmounts);
  addEventListener(SHORTCUT, ({ detail }) => void carryOut(detail));
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return;
    const button = target.closest<HTMLElement>('[data-find], [data-find-keys], [data-amounts-toggle]');
    if (!button) return;
    const { find, findKeys } = button.dataset;
    button.closest<HTMLElement>('[popover]')?.hidePopover();
    void carryOut(find !== undefined ? 'find' : findKeys !== undefined ? 'keys' : 'amounts');
  });
}

async function carryOut(shortcut: Shortcut): Promise<void> {
  if (shortcut !== 'amounts') {
    const { openFinder, openKeys } = await finderPart.load();
    await (shortcut === 'find' ? openFinder() : openKeys());
  } else if ($isSignedIn.get()) {
    toggleAmounts();
    // Who doesn't see it hears it.
    showToast({ kind: 'success', message: $amounts.get() === null ? shellTexts().amountsShown : shellTexts().amountsHidden });
  }
}
