import { deviceStorage } from '../lib/storage/safe-storage.ts';
import { deviceTheme, showTheme } from '../lib/show-theme.ts';
import { storageKeys } from '../lib/storage/storage-keys.ts';

/**
 * Sets the root's class to the stored theme. Sets and stores dark if nothing valid is stored. Returns false if the device refused to store
 * it.
 */
export function applyTheme(): boolean {
  const stored = deviceStorage.get(storageKeys.themeFrom) === 'device' ? deviceTheme() : deviceStorage.get(storageKeys.theme);
  const known = stored === 'theme-light' || stored === 'theme-dark';
  const theme = known ? stored : 'theme-dark';
  showTheme(theme);
  return known || deviceStorage.set(storageKeys.theme, theme);
}
