import { deviceTheme, showTheme } from '../lib/show-theme.ts';
import { keptTheme, keptThemeFrom } from '../lib/storage/settings.ts';

/**
 * Sets the root's class to the stored theme, or to the device's if that is the setting; dark if nothing valid is stored. Stores what it set: the device may have
 * changed since the last visit. Returns false if it refused to store that.
 */
export function applyTheme(): boolean {
  const kept = keptTheme.get();
  const theme = keptThemeFrom.get() === 'device' ? deviceTheme() : (kept ?? 'theme-dark');
  showTheme(theme);
  return theme === kept || keptTheme.set(theme);
}
