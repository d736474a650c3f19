import type { Locator, Page } from '@playwright/test';
import { createTestClient, http, parseEther } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import texts from '../../public/locales/en/session.json' with { type: 'json' };
import walletTexts from '../../public/locales/en/wallet.json' with { type: 'json' };
import { productChain } from '../../src/lib/chain/product-chain.ts';
import { pairedWallet, type PairedWallet } from '../support/paired-wallet.ts';
import { startWalletConnectRelay, type WalletConnectRelay } from '../support/walletconnect-relay.ts';
import { openInApp, stored, typeAddress } from './support/navigation.ts';
import { e2ePorts, siteOrigin } from './support/ports.ts';
import { siteParts } from './support/site-parts.ts';
import { expect, test } from './support/test.ts';

const { wallets, sign, failures, dialog } = texts;

// One relay for all of them, at the address the site was built with.
test.describe.configure({ mode: 'default' });

let relay: WalletConnectRelay;
let pocket: PairedWallet;
const account = privateKeyToAccount(generatePrivateKey());

test.beforeAll(async () => {
  relay = await startWalletConnectRelay(e2ePorts.relay);
});
test.afterAll(() => relay.stop());
test.beforeEach(async ({ page }) => {
  pocket = await pairedWallet(account, { relayPort: e2ePorts.relay, nodeUrl: `http://127.0.0.1:${e2ePorts.chain}` });
  await typeAddress(page, '/');
});
test.afterEach(() => pocket.close());

test('a wallet on another device is paired by the code, signs in, and sends a deposit after a reload', async ({ page }) => {
  const asked = watchRequests(page);
  await pocket.scan(await openCode(page));
  await signIn(page);
  await expect(page).toHaveURL(`${siteOrigin}/home`);
  expect(await stored(page, 'prevAddr')).toBe(account.address);
  expect(await stored(page, 'jufi:wallet')).toBe('walletconnect');

  asked.length = 0;
  const { deposit, send } = await fillDeposit(page);
  expect(await ofWalletConnect(page, asked), 'loaded before it is wanted').toEqual([]);
  await attach(page, deposit, send);
  await send.click();
  expect(await pocket.next()).toBe('eth_sendTransaction');
  await expect(deposit.getByText(walletTexts.deposit.sent)).toBeVisible();
  expect(asked.filter((url) => !url.startsWith('ws:') && !url.startsWith('http://127.0.0.1'))).toEqual([]);
});

test('declining in the wallet is handled calmly, for pairing and signature, and can be retried', async ({ page }) => {
  const { walletModal, signModal } = siteParts(page);
  await pocket.scan(await openCode(page), { answer: 'decline' });
  await expect(walletModal.getByRole('alert')).toHaveText(new RegExp(`^${failures.DECLINED}`));
  await walletModal.getByRole('button', { name: dialog.retry }).click();
  await pocket.scan(await shownCode(page));
  await signModal.getByRole('button', { name: sign.act }).click();
  expect(await pocket.next('decline')).toBe('personal_sign');
  await expect(signModal.getByRole('alert')).toHaveText(failures.DECLINED);
  await signModal.getByRole('button', { name: dialog.retry }).click();
  await signIn(page);
  await expect(page).toHaveURL(`${siteOrigin}/home`);
});

test('a wallet without JuChain is rejected before anything is signed, and another can be connected', async ({ page }) => {
  const { walletModal, signModal, chainModal } = siteParts(page);
  await pocket.scan(await openCode(page), { chains: [1], methods: ['personal_sign', 'eth_sendTransaction'] });
  await expect(chainModal).toBeVisible();
  await expect(signModal).toBeHidden();
  await page.keyboard.press('Escape');
  await walletModal.getByRole('button', { name: wallets.another }).click();
  await pocket.scan(await shownCode(page));
  await signIn(page);
  await expect(page).toHaveURL(`${siteOrigin}/home`);
});

test('a phone that discards the tab while the wallet is open keeps waiting, and the message is signed by a second tap', async ({
  page,
}) => {
  const uri = await openCode(page);
  await page.reload();
  expect(await shownCode(page)).toBe(uri);
  await pocket.scan(uri);
  await expect(siteParts(page).signModal.getByRole('button', { name: sign.act })).toBeEnabled();
  await signIn(page);
  await expect(page).toHaveURL(`${siteOrigin}/home`);
});

test('a wallet that was paired for Ethereum alone gets a request to switch, adds JuChain and signs in', async ({ page }) => {
  const { walletModal, signModal } = siteParts(page);
  await pocket.scan(await openCode(page), { chains: [1] });
  expect(await pocket.next()).toBe('wallet_switchEthereumChain');
  await expect(walletModal.getByText(wallets.adding.replace('{{wallet}}', 'WalletConnect'))).toBeVisible();
  await expect(signModal).toBeHidden();
  expect(await pocket.next()).toBe('wallet_addEthereumChain');
  await signIn(page);
  await expect(page).toHaveURL(`${siteOrigin}/home`);
});

test('another chain or another account, chosen in the wallet while the member is signed in, is noticed', async ({ page }) => {
  const { chainModal, infoToast } = siteParts(page);
  await pocket.scan(await openCode(page), { chains: [productChain.id, 1] });
  await signIn(page);
  await expect(page).toHaveURL(`${siteOrigin}/home`);
  const { deposit, send } = await fillDeposit(page);
  await attach(page, deposit, send);
  await pocket.chooseChain(1);
  // The session allows JuChain too, so that the request to switch is granted at once.
  await expect.poll(() => opened(page)).toContain('invalid-chain-modal');
  await expect(chainModal).toBeHidden();
  await pocket.chooseAccount('0x00000000000000000000000000000000000000A1');
  await expect(page).toHaveURL(`${siteOrigin}/`);
  await expect(infoToast.filter({ hasText: texts.shell.notices.WALLET_CHANGED.title })).toBeVisible();
  expect(await stored(page, 'AUTH_TOKEN')).toBeNull();
});

for (const [how, end] of [
  ['the wallet ends it', () => pocket.leave()],
  ['it has expired', (page: Page) => page.clock.setFixedTime(Date.now() + 8 * 24 * 3_600_000)],
] as const) {
  test(`a session that is over while the member is signed in, because ${how}, is reported, and another one can be paired`, async ({
    page,
  }) => {
    const { walletModal } = siteParts(page);
    await pocket.scan(await openCode(page));
    await signIn(page);
    await expect(page).toHaveURL(`${siteOrigin}/home`);
    const { deposit, send } = await fillDeposit(page);
    await attach(page, deposit, send);
    await end(page);
    await expect(walletModal.getByRole('alert')).toHaveText(failures.CONNECTION_ENDED, { timeout: 20_000 });
    await page.keyboard.press('Escape');
    expect(await stored(page, 'AUTH_TOKEN')).not.toBeNull();
    // Nothing is asked of a wallet that is gone.
    await send.click();
    await expect(deposit.getByText(walletTexts.deposit.noWallet)).toBeVisible();
    await walletModal.getByRole('button', { name: wallets.connectHint }).click();
    expect(await shownCode(page)).toMatch(/^wc:/);
  });
}

test.describe('while the relay is gone', () => {
  test.use({ expectedFaults: [/WebSocket connection|ERR_CONNECTION_REFUSED/] });

  test('a request waits, and reaches the wallet when the relay is back', async ({ page }) => {
    await pocket.scan(await openCode(page));
    await signIn(page);
    await expect(page).toHaveURL(`${siteOrigin}/home`);
    const { deposit, send } = await fillDeposit(page);
    await attach(page, deposit, send);
    await relay.stop();
    await send.click();
    await expect(deposit.getByText(walletTexts.deposit.confirm)).toBeVisible();
    await relay.start();
    expect(await pocket.next()).toBe('eth_sendTransaction');
    await expect(deposit.getByText(walletTexts.deposit.sent)).toBeVisible();
  });
});

async function fillDeposit(page: Page): Promise<{ deposit: Locator; send: Locator }> {
  const node = createTestClient({ mode: 'anvil', transport: http(`http://127.0.0.1:${e2ePorts.chain}`) });
  await node.setBalance({ address: account.address, value: parseEther('10') });
  await openInApp(page, '/wallet');
  await noteOpened(page);
  const deposit = page.getByRole('region', { name: walletTexts.deposit.title, exact: true });
  await deposit.getByRole('radio', { name: 'JU', exact: true }).click();
  await deposit.getByLabel(walletTexts.deposit.amount).fill('2');
  return { deposit, send: deposit.getByRole('button', { name: 'Deposit 2 JU' }) };
}

/** The first press reaches for the wallet, which is attached while the choice of wallets is open. */
async function attach(page: Page, deposit: Locator, send: Locator): Promise<void> {
  const noWallet = deposit.getByText(walletTexts.deposit.noWallet);
  await send.click();
  await expect.poll(() => opened(page)).toContain('wallet-modal');
  await expect(noWallet).toBeHidden();
  await expect(siteParts(page).walletModal).toBeHidden();
}

declare global {
  interface Window {
    openedDialogs?: string[];
  }
}

/** Dialogs that close again before anybody looks at them count too. */
async function noteOpened(page: Page): Promise<void> {
  await page.evaluate(() => {
    const ids: string[] = [];
    window.openedDialogs = ids;
    new MutationObserver((changes) => {
      for (const { target } of changes) if (target instanceof HTMLDialogElement && target.open) ids.push(target.id);
    }).observe(document, { subtree: true, attributeFilter: ['open'] });
  });
}

function opened(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => window.openedDialogs ?? []);
}

/** Connections to the relay, and scripts that hold the library: a method of its protocol stands in no other. */
async function ofWalletConnect(page: Page, asked: readonly string[]): Promise<readonly string[]> {
  const relays = asked.filter((url) => /^ws:.*:\d+\/\?auth=/.test(url));
  const scripts = [...new Set(asked.filter((url) => new URL(url).pathname.endsWith('.js')))];
  const texts = await Promise.all(scripts.map(async (url) => (await page.request.get(url)).text()));
  return [...relays, ...scripts.filter((_, index) => texts[index]?.includes('wc_sessionPropose'))];
}

function watchRequests(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  page.on('websocket', (socket) => asked.push(socket.url()));
  return asked;
}

/** Opens the dialog and returns the code's text. */
async function openCode(page: Page): Promise<string> {
  const { walletModal, signInButton } = siteParts(page);
  await signInButton.click();
  await walletModal.getByRole('button', { name: wallets.connectHint }).click();
  return shownCode(page);
}

/** Copies by the button, as for a wallet without a camera. */
async function shownCode(page: Page): Promise<string> {
  const { walletModal } = siteParts(page);
  await expect(walletModal.getByRole('img', { name: wallets.codeLabel })).toBeVisible({ timeout: 20_000 });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await walletModal.getByRole('button', { name: wallets.copyCode }).click();
  return page.evaluate(() => navigator.clipboard.readText());
}

/** The second tap, and the signature at the other end. */
async function signIn(page: Page): Promise<void> {
  await siteParts(page).signModal.getByRole('button', { name: sign.act }).click();
  expect(await pocket.next()).toBe('personal_sign');
}
