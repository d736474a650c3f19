import { deviceStorage } from '../lib/storage/safe-storage.ts';
import { showTheme } from '../lib/show-theme.ts';
import { storageKeys } from '../lib/storage/storage-keys.ts';

/** The root's class is the stored theme; dark is set and saved when nothing, or nonsense, is stored. False when the device refused to save. */
export function applyTheme(): boolean {
  const stored = deviceStorage.get(storageKeys.theme);
  const known = stored === 'theme-light' || stored === 'theme-dark';
  const theme = known ? stored : 'theme-dark';
  showTheme(theme);
  return known || deviceStorage.set(storageKeys.theme, theme);
}
