import { computed } from 'nanostores';
import { deviceTheme } from '../lib/show-theme.ts';
import { keptAmounts, keptTheme, keptThemeFrom, type Theme } from '../lib/storage/settings.ts';
import { storeOf } from './persistence.ts';

/** The root's class. Dark unless a valid theme is stored. */
export const $theme = storeOf(keptTheme, 'theme-dark');
const $themeFrom = storeOf(keptThemeFrom, null);

export type ThemeChoice = Theme | 'device';

export const $themeChoice = computed([$theme, $themeFrom], (theme, from): ThemeChoice => from ?? theme);

export function chooseTheme(choice: ThemeChoice): void {
  $themeFrom.set(choice === 'device' ? choice : null);
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

/** Whether one's own amounts are hidden on this device. */
export const $amounts = storeOf(keptAmounts, null);

export function toggleAmounts(): void {
  $amounts.set($amounts.get() === null ? 'hidden' : null);
}
