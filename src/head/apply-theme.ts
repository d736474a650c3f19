import { deviceStorage } from '../lib/storage/safe-storage.ts';
import { storageKeys } from '../lib/storage/storage-keys.ts';

/** The root's class is the stored theme; dark is set and saved when nothing, or nonsense, is stored. */
export function applyTheme(): void {
  const stored = deviceStorage.get(storageKeys.theme);
  const theme = stored === 'theme-light' || stored === 'theme-dark' ? stored : 'theme-dark';
  if (theme !== stored) deviceStorage.set(storageKeys.theme, theme);
  document.documentElement.className = theme;
}
