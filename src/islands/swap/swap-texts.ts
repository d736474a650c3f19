import type { Texts } from '../../lib/i18n/page-texts.ts';

/** The texts of `/swap`, in the page's language. */
export type SwapTexts = Texts<'swap'>;
