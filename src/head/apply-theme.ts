import { showTheme } from '../lib/show-theme.ts';
import { keptTheme } from '../lib/storage/settings.ts';

/**
 * Sets the root's class to the stored theme. Sets and stores dark if nothing valid is stored. Returns false if the device refused to store
 * it.
 */
export function applyTheme(): boolean {
  const theme = keptTheme.get();
  showTheme(theme ?? 'theme-dark');
  return theme !== null || keptTheme.set('theme-dark');
}
