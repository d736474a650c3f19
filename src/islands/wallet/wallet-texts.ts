import type { Texts } from '../../lib/i18n/page-texts.ts';

/** The texts of the wallet's pages: `pageTexts(language, 'wallet', 'balances', …)`. */
export type WalletTexts = Texts<'wallet'>;
