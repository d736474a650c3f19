import { persistentAtom } from '@nanostores/persistent';
import { storageKeys } from '../lib/storage/storage-keys.ts';
import { computed } from 'nanostores';
import { deviceTheme } from '../lib/show-theme.ts';
import './persistence.ts';

export type Theme = 'theme-dark' | 'theme-light';

/** The root's class. Dark unless a valid theme is stored. */
export const $theme = persistentAtom<Theme>(storageKeys.theme, 'theme-dark', {
  encode: (theme) => theme,
  decode: (text) => (text === 'theme-light' ? text : 'theme-dark'),
});

/** Whether the theme follows the device. */
const $themeFrom = persistentAtom<'own' | 'device'>(storageKeys.themeFrom, 'own', {
  encode: (from) => from,
  decode: (text) => (text === 'device' ? text : 'own'),
});

export type ThemeChoice = Theme | 'device';

export const $themeChoice = computed([$theme, $themeFrom], (theme, from): ThemeChoice => (from === 'device' ? from : theme));

export function chooseTheme(choice: ThemeChoice): void {
  $themeFrom.set(choice === 'device' ? choice : 'own');
  $theme.set(choice === 'device' ? deviceTheme() : choice);
}

/** A theme chosen by hand is the device's no longer. */
export function toggleTheme(): void {
  chooseTheme($theme.get() === 'theme-dark' ? 'theme-light' : 'theme-dark');
}

/** For as long as the page is open, the device may turn dark in the evening. */
export function followDeviceTheme(): void {
  matchMedia('(prefers-color-scheme: light)').addEventListener('change', () => {
    if ($themeFrom.get() === 'device') $theme.set(deviceTheme());
  });
}
