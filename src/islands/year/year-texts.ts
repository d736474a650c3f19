import type { Texts } from '../../lib/i18n/page-texts.ts';

/** Texts of the year statement's islands; the page has the others. */
export type YearTexts = Omit<Texts<'year'>, 'description' | 'back'>;
