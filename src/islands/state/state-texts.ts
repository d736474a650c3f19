import type { Texts } from '../../lib/i18n/page-texts.ts';

/** What is said where an answer is missing or old: `pageTexts(language, 'common', 'state')`. */
export type StateTexts = Texts<'common'>['state'];
