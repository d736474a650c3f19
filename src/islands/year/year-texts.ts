import type { Texts } from '../../lib/i18n/page-texts.ts';

/** What the islands of the year's statement say; the rest is the page's own. */
export type YearTexts = Omit<Texts<'year'>, 'description' | 'back'>;
