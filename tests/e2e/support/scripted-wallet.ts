import type { Page } from '@playwright/test';
import { hexToString } from 'viem';
import texts from '../../../public/locales/en/session.json' with { type: 'json' };
import type { Account } from './api-member.ts';
import { siteParts } from './site-parts.ts';

interface Detail {
  info: { uuid: string; name: string; icon: string; rdns: string };
  provider: { request: (call: { method: string; params?: unknown[] }) => Promise<unknown> };
}

declare global {
  interface Window {
    signWithScriptedWallet: (message: string) => Promise<string>;
  }
}

/** Adds a wallet to the page that approves everything and announces itself like an extension (EIP-6963). */
export async function announceScriptedWallet(page: Page, account: Account): Promise<void> {
  await page.exposeFunction('signWithScriptedWallet', (hex: `0x${string}`) => account.signMessage({ message: hexToString(hex) }));
  await page.addInitScript((address) => {
    const answers: Record<string, unknown> = { eth_requestAccounts: [address], eth_accounts: [address], eth_chainId: '0x33450' };
    const detail: Detail = {
      info: {
        uuid: 'c6a1d9a4-1f0e-4d2b-9a0b-6a4c2b1f7e10',
        name: 'Scripted Wallet',
        icon: 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/%3E',
        rdns: 'example.scripted',
      },
      provider: {
        request: ({ method, params = [] }) => {
          if (method === 'personal_sign') return window.signWithScriptedWallet(String(params[0]));
          if (method in answers) return Promise.resolve(answers[method]);
          return Promise.reject(Object.assign(new Error(`not scripted: ${method}`), { code: 4200 }));
        },
      },
    };
    const announce = (): void => {
      dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze(detail) }));
    };
    addEventListener('eip6963:requestProvider', announce);
    announce();
  }, account.address);
}

/** Signs in with it from the open page, with the buttons a person uses. */
export async function signInByScriptedWallet(page: Page): Promise<void> {
  const { walletModal, signModal, signInButton } = siteParts(page);
  await signInButton.click();
  await walletModal.getByRole('button', { name: 'Scripted Wallet' }).click();
  await signModal.getByRole('button', { name: texts.sign.act }).click();
}
