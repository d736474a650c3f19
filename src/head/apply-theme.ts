import { deviceTheme, showTheme } from '../lib/show-theme.ts';
import { showAmounts } from '../lib/show-amounts.ts';
import { keptAmounts, keptTheme, keptThemeFrom } from '../lib/storage/settings.ts';

/**
 * Sets the root's class to the stored theme, or to the device's if that is the setting; dark if nothing valid is stored. Stores what it set: the device may have
 * changed since the last visit. Amounts are hidden before they are seen. Returns false if it refused to store that.
 */
export function applyTheme(): boolean {
  const kept = keptTheme.get();
  const theme = keptThemeFrom.get() === 'device' ? deviceTheme() : (kept ?? 'theme-dark');
  showTheme(theme);
  showAmounts(keptAmounts.get());
  return theme === kept || keptTheme.set(theme);
}
