import type { Texts } from '../../lib/i18n/page-texts.ts';

/** Texts for missing or stale data: `pageTexts(language, 'common', 'state')`. */
export type StateTexts = Texts<'common'>['state'];
