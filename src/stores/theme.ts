import { persistentAtom } from '@nanostores/persistent';
import { storageKeys } from '../lib/storage/storage-keys.ts';
import './persistence.ts';

export type Theme = 'theme-dark' | 'theme-light';

/** The root's class. Dark unless a valid theme is stored. */
export const $theme = persistentAtom<Theme>(storageKeys.theme, 'theme-dark', {
  encode: (theme) => theme,
  decode: (text) => (text === 'theme-light' ? text : 'theme-dark'),
});

export function toggleTheme(): void {
  $theme.set($theme.get() === 'theme-dark' ? 'theme-light' : 'theme-dark');
}
