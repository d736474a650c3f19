import { deviceTheme, showTheme } from '../lib/show-theme.ts';
import { keptTheme, keptThemeFrom } from '../lib/storage/settings.ts';

/**
 * Sets the root's class to the stored theme, or to the device's if that is the setting. Sets and stores dark if nothing valid is stored. Returns false if the
 * device refused to store it.
 */
export function applyTheme(): boolean {
  const theme = keptThemeFrom.get() === 'device' ? deviceTheme() : keptTheme.get();
  showTheme(theme ?? 'theme-dark');
  return theme !== null || keptTheme.set('theme-dark');
}
