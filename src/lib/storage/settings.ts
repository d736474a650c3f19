import { type LanguageCode, parseLanguage } from '../i18n/languages.ts';
import { keptOnDevice, textIf } from './kept.ts';

export type Theme = 'theme-dark' | 'theme-light';
/** Whether times are shown in the device's own zone or in UTC. */
export type TimesIn = 'own' | 'utc';

export const keptTheme = keptOnDevice<Theme>(
  'theme',
  textIf((text) => (text === 'theme-light' || text === 'theme-dark' ? text : undefined)),
);
/** While the theme is the device's own: `theme` itself holds the two values of the specification. */
export const keptThemeFrom = keptOnDevice<'device'>(
  'jufi:theme-from',
  textIf((text) => (text === 'device' ? text : undefined)),
);
/** Whatever else is there counts as English. */
export const keptLanguage = keptOnDevice<LanguageCode>(
  'lang',
  textIf((text) => parseLanguage(text) ?? 'en'),
);
export const keptTimesIn = keptOnDevice<TimesIn>(
  'jufi:times-in',
  textIf((text) => (text === 'own' || text === 'utc' ? text : undefined)),
);
/** Nothing where one's own amounts are shown. */
export const keptAmounts = keptOnDevice<'hidden'>(
  'jufi:amounts',
  textIf((text) => (text === 'hidden' ? text : undefined)),
);
/** Nothing where keys without Ctrl or Cmd do something. */
export const keptSingleKeys = keptOnDevice<'off'>(
  'jufi:single-keys',
  textIf((text) => (text === 'off' ? text : undefined)),
);
