import { showTheme } from '../lib/show-theme.ts';
import { $theme, toggleTheme } from '../stores/theme.ts';

/** `[data-theme-toggle]` saves and applies the other theme; another tab's choice is applied here too. */
export function startThemeToggle(): void {
  $theme.subscribe(showTheme);
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('[data-theme-toggle]')) toggleTheme();
  });
}
