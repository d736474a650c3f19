import { keptTheme } from '../lib/storage/settings.ts';
import { storeOf } from './persistence.ts';

/** The root's class. Dark unless a valid theme is stored. */
export const $theme = storeOf(keptTheme, 'theme-dark');

export function toggleTheme(): void {
  $theme.set($theme.get() === 'theme-dark' ? 'theme-light' : 'theme-dark');
}
