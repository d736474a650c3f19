import type { Texts } from '../../lib/i18n/page-texts.ts';

/** The texts of `/staking`, in the page's language. */
export type StakingTexts = Texts<'staking'>;
