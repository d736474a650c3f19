import type { Locator, Page } from '@playwright/test';
import common from '../../../public/locales/en/common.json' with { type: 'json' };

interface SiteParts {
  header: Locator;
  signInButton: Locator;
  /** The signed-in member, in the header. */
  accountChip: Locator;
  walletModal: Locator;
  signModal: Locator;
  chainModal: Locator;
  toasts: Locator;
  errorToast: Locator;
  infoToast: Locator;
  loader: Locator;
  themeToggle: Locator;
  languageButton: Locator;
  languageMenu: Locator;
}

/** The parts of the shell on every page. */
export function siteParts(page: Page): SiteParts {
  const header = page.getByRole('banner');
  const toasts = page.locator('#toasts');
  return {
    header,
    signInButton: header.getByRole('button', { name: common.signIn, exact: true }),
    accountChip: header.locator('[data-account]'),
    walletModal: page.locator('#wallet-modal'),
    signModal: page.locator('#sign-message-modal'),
    chainModal: page.locator('#invalid-chain-modal'),
    toasts,
    errorToast: toasts.getByRole('alert'),
    infoToast: toasts.getByRole('status'),
    loader: page.locator('#loader'),
    themeToggle: header.getByRole('button', { name: common.theme.change }),
    languageButton: header.locator('[popovertarget="language-menu"]'),
    languageMenu: page.locator('#language-menu'),
  };
}
