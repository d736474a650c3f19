import { devices, type Page } from '@playwright/test';
import texts from '../../public/locales/en/session.json' with { type: 'json' };
import { signInByApi, type ApiMember } from './support/api-member.ts';
import { stored, typeAddress } from './support/navigation.ts';
import { siteOrigin } from './support/ports.ts';
import { siteParts } from './support/site-parts.ts';
import { sessionValues } from './support/stored-session.ts';
import { expect, test } from './support/test.ts';

const { userAgent, viewport, isMobile, hasTouch, deviceScaleFactor } = devices['Pixel 7'];
const HANDOVER_MS = 10 * 60_000;
const siteHost = new URL(siteOrigin).host;

test.use({ userAgent, viewport, isMobile, hasTouch, deviceScaleFactor });

test('on a phone, wallet apps are opened with this page, and the invitation is kept', async ({ page }) => {
  await typeAddress(page, '/announcements?referralCode=FRIEND12');
  await page.getByRole('main').getByRole('listitem').getByRole('link').last().tap();
  await expect(page).toHaveURL(/\/announcements\/[a-z-]+$/);
  const address = `${page.url()}?referralCode=FRIEND12`;
  const { walletModal, signInButton } = siteParts(page);
  await signInButton.tap();
  const links = await Promise.all(
    ['MetaMask', 'TP Wallet', 'OKX Wallet'].map((name) => walletModal.getByRole('link', { name }).getAttribute('href')),
  );
  expect(links).toEqual([
    `https://link.metamask.io/dapp/${address.replace('http://', '')}`,
    `tpdapp://open?params=${encodeURIComponent(JSON.stringify({ url: address, chain: 'EVM', source: 'JuFi' }))}`,
    `https://web3.okx.com/download?deeplink=${encodeURIComponent(`okx://wallet/dapp/url?dappUrl=${encodeURIComponent(address)}`)}`,
  ]);
  await expect(walletModal.getByRole('link', { name: 'MetaMask' })).toContainText(texts.wallets.opensApp);
});

test('returning from a wallet’s app isn’t a visit, even if the browser reloads the page', async ({ page }) => {
  const member = await handOver(page, 'MetaMask');
  await page.reload();
  await expectSignedIn(page, member);
  await typeAddress(page, '/home');
  await expect(page).toHaveURL(`${siteOrigin}/home`);
  await expectSignedIn(page, member);
});

test('after ten minutes it is a visit again', async ({ page }) => {
  await handOver(page, 'MetaMask');
  await page.evaluate((ms) => {
    const key = 'jufi:wallet-handover';
    sessionStorage.setItem(key, String(Number(sessionStorage.getItem(key)) - ms));
  }, HANDOVER_MS);
  await page.reload();
  await expect(siteParts(page).infoToast).toContainText(texts.shell.notices.VISIT.title);
  expect(await stored(page, 'AUTH_TOKEN')).toBeNull();
});

test('a wallet under Other hands over in the same way', async ({ page }) => {
  const member = await handOver(page, 'Trust Wallet');
  await page.reload();
  await expectSignedIn(page, member);
});

test('viewing a download page isn’t a handover', async ({ page }) => {
  const { walletModal, signInButton } = siteParts(page);
  await page.context().route('https://rabby.io/**', (route) => route.fulfill({ contentType: 'text/html', body: '<title>Rabby</title>' }));
  await typeAddress(page, '/announcements');
  await signInButton.tap();
  await walletModal.getByRole('button', { name: 'Other' }).tap();
  const opened = page.waitForEvent('popup');
  await walletModal.getByRole('link', { name: 'Rabby Wallet' }).tap();
  await expect(await opened).toHaveTitle('Rabby');
  await signInElsewhere(page);
  await page.reload();
  await expect(siteParts(page).signInButton).toBeVisible();
  expect(await stored(page, 'AUTH_TOKEN')).toBeNull();
});

/** Taps the wallet's link, whose app then covers the browser; meanwhile a session begins. */
async function handOver(page: Page, wallet: string): Promise<ApiMember> {
  // As if the app were installed: the address never becomes a page.
  await page.route(/^https:\/\/link\./, (route) => route.fulfill({ status: 204 }));
  const { walletModal, signInButton } = siteParts(page);
  await typeAddress(page, '/announcements');
  await signInButton.tap();
  const link = walletModal.getByRole('link', { name: wallet });
  if (wallet === 'Trust Wallet') await walletModal.getByRole('button', { name: 'Other' }).tap();
  const asked = page.waitForRequest(/^https:\/\/link\./);
  await link.tap();
  expect(decodeURIComponent((await asked).url())).toContain(`${siteHost}/announcements`);
  return signInElsewhere(page);
}

async function signInElsewhere(page: Page): Promise<ApiMember> {
  const member = await signInByApi();
  await page.evaluate((values) => {
    for (const [key, value] of Object.entries(values)) localStorage.setItem(key, value);
  }, sessionValues(member));
  return member;
}

async function expectSignedIn(page: Page, { token }: ApiMember): Promise<void> {
  await expect(siteParts(page).accountChip).toBeVisible();
  expect(await stored(page, 'AUTH_TOKEN')).toBe(token);
}
