import type { Texts } from '../lib/i18n/page-texts.ts';
import { languageOf, type Language } from '../lib/i18n/languages.ts';

export type WalletTexts = Texts<'wallet-app'>;

/** The texts in the page's language, loaded when the wallet is first shown. */
export async function loadWalletTexts(): Promise<WalletTexts> {
  const response = await fetch(`/locales/${pageLanguage().code}/wallet-app.json`);
  if (!response.ok) throw new Error(`the wallet's texts are not there: ${response.status}`);
  // The site's own file; tests check it against the English one.
  return (await response.json()) as WalletTexts;
}

export function pageLanguage(): Language {
  return languageOf(document.documentElement.dataset.language ?? 'en');
}
