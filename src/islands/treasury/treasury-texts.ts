import type { Texts } from '../../lib/i18n/page-texts.ts';

/** The texts of `/treasury`, in the page's language. */
export type TreasuryTexts = Texts<'treasury'>;
