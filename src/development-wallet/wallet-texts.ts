import type { Texts } from '../lib/i18n/page-texts.ts';
import { languageOf, type Language } from '../lib/i18n/languages.ts';
import { textsPart } from '../lib/i18n/texts-part.ts';

export type WalletTexts = Texts<'wallet-app'>;

/** In the page's language, loaded when the wallet is first shown. */
export const walletTexts = textsPart<WalletTexts>('wallet-app');

export function pageLanguage(): Language {
  return languageOf(document.documentElement.dataset.language ?? 'en');
}
