import { showTheme } from '../lib/show-theme.ts';
import { $theme, followDeviceTheme, toggleTheme } from '../stores/theme.ts';

/** `[data-theme-toggle]` switches and stores the theme; also applies a change made in another tab. */
export function startThemeToggle(): void {
  $theme.subscribe(showTheme);
  followDeviceTheme();
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('[data-theme-toggle]')) toggleTheme();
  });
}
