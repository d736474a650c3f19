import type { Page } from '@playwright/test';
import texts from '../../../public/locales/en/session.json' with { type: 'json' };
import { developmentWallet } from './development-wallet.ts';
import { siteParts } from './site-parts.ts';

/** Signs in from the open page, with every button a person uses. */
export async function signInByWallet(page: Page, account: number): Promise<void> {
  const wallet = developmentWallet(page);
  const { walletModal, signModal, signInButton } = siteParts(page);
  await signInButton.click();
  await walletModal.getByRole('button', { name: 'JuFi Wallet' }).click();
  await wallet.connect(account);
  await signModal.getByRole('button', { name: texts.sign.act }).click();
  await wallet.sign();
}
