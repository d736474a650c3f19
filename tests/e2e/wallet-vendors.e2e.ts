import type { Locator, Page } from '@playwright/test';
import { parseEther } from 'viem';
import texts from '../../public/locales/en/session.json' with { type: 'json' };
import walletTexts from '../../public/locales/en/wallet.json' with { type: 'json' };
import { productChain } from '../../src/lib/chain/product-chain.ts';
import { stored, typeAddress } from './support/navigation.ts';
import { e2ePorts, siteOrigin } from './support/ports.ts';
import { halved } from './support/sampled.ts';
import { chainClient } from './support/server-chain.ts';
import { siteParts } from './support/site-parts.ts';
import { placeSmartAccount } from './support/smart-account.ts';
import { expect, test } from './support/test.ts';
import { VendorWallet, type Manner, type Presence } from './support/vendor-wallet.ts';
import { vendors } from './support/vendors.ts';

const { wallets, sign, chain, failures, dialog } = texts;
const { deposit: depositTexts } = walletTexts;
const chainNames = (text: string): string => text.replaceAll('{{chain}}', productChain.name).replaceAll('{{id}}', String(productChain.id));
/** Requests that read from a wallet without its owner noticing. */
const LOOKS = ['eth_accounts', 'eth_chainId', 'wallet_getCapabilities'];

for (const { name, presence, manners, knowsChain, asked } of halved(vendors)) {
  const found = presence.announced?.rdns ?? presence.globals?.[0];
  test(`${name} (${found}) connects, reaches the chain, signs in and sends`, async ({ page }) => {
    const wallet = await VendorWallet.install(page, presence, manners);
    wallet.knowsChain = knowsChain ?? false;
    await signInWith(page, name);
    await expect(page).toHaveURL(`${siteOrigin}/wallet`);
    expect((await stored(page, 'prevAddr'))?.toLowerCase()).toBe(wallet.address.toLowerCase());
    expect(wallet.log.filter((method) => !LOOKS.includes(method))).toEqual([...asked, 'personal_sign']);
    await depositOneJu(page, wallet);
  });
}

/** A standards-compliant one, for what its owner does. */
const announced: Presence = { announced: { rdns: 'me.rainbow', name: 'Rainbow' } };

test('every declined step is reported calmly, and can be retried', async ({ page }) => {
  const { walletModal, signModal, chainModal } = siteParts(page);
  const declinesOnce: Manner = (_wallet, nth) => (nth === 1 ? { error: { code: 4001 } } : undefined);
  const wallet = await VendorWallet.install(page, announced, {
    eth_requestAccounts: declinesOnce,
    wallet_switchEthereumChain: (known, nth) =>
      nth === 1 ? { error: { code: 5000 } } : known.knowsChain ? undefined : { error: { code: 4902 } },
    wallet_addEthereumChain: (_wallet, nth) => (nth === 1 ? { error: { code: -32603, data: { cause: { code: 4001 } } } } : undefined),
    personal_sign: (_wallet, nth) => (nth === 1 ? { error: { code: 'ACTION_REJECTED' } } : undefined),
    eth_sendTransaction: declinesOnce,
  });
  await choose(page, 'Rainbow');
  await expect(walletModal.getByRole('alert').filter({ hasText: failures.DECLINED })).toBeVisible();
  await walletModal.getByRole('button', { name: dialog.retry }).click();
  for (const declined of ['switch', 'add']) {
    await expect(chainModal.getByRole('alert'), declined).toHaveText(chainNames(chain.refused));
    await chainModal.getByRole('button', { name: chainNames(chain.switch) }).click();
  }
  await signModal.getByRole('button', { name: sign.act }).click();
  await expect(signModal.getByRole('alert')).toHaveText(failures.DECLINED);
  await signModal.getByRole('button', { name: dialog.retry }).click();
  await signModal.getByRole('button', { name: sign.act }).click();
  await expect(page).toHaveURL(`${siteOrigin}/wallet`);
  const { form, send } = await fillDeposit(page, wallet);
  await send.click();
  await expect(form.getByText(depositTexts.problems.refused)).toBeVisible();
  await send.click();
  await expect(form.getByText(depositTexts.sent)).toBeVisible();
});

test('a request that is pending in the wallet, or never answered, can be cancelled', async ({ page }) => {
  const { walletModal, signModal } = siteParts(page);
  const wallet = await VendorWallet.install(page, announced, {
    eth_requestAccounts: (known, nth) => (nth === 1 ? { isSilent: true } : known.isConnected ? undefined : { error: { code: -32002 } }),
    personal_sign: (_wallet, nth) => (nth === 1 ? { error: { code: -32002 } } : nth === 2 ? { isSilent: true } : undefined),
  });
  wallet.chainId = productChain.hexId;
  await choose(page, 'Rainbow');
  await expect(walletModal.getByRole('status')).toContainText(wallets.connecting.replace('{{wallet}}', 'Rainbow'));
  await walletModal.getByRole('button', { name: dialog.cancel }).click();
  await walletModal.getByRole('button', { name: 'Rainbow' }).click();
  await expect(walletModal.getByRole('status')).toContainText(wallets.pending);
  await expect(walletModal.getByRole('alert')).toHaveCount(0);
  wallet.isConnected = true;

  const act = signModal.getByRole('button', { name: sign.act });
  await act.click();
  await expect(signModal.getByRole('status')).toContainText(sign.pending);
  await act.click();
  await expect(signModal.getByRole('status')).toContainText(sign.waiting.replace('{{wallet}}', 'Rainbow'));
  await signModal.getByRole('button', { name: dialog.cancel }).click();
  await expect(signModal).toBeHidden();
  expect(await stored(page, 'AUTH_TOKEN')).toBeNull();
  await signInWith(page, 'Rainbow');
  await expect(page).toHaveURL(`${siteOrigin}/wallet`);
});

const cannotSwitch: readonly { why: string; manners: Readonly<Record<string, Manner>> }[] = [
  { why: 'takes no other chain', manners: { wallet_addEthereumChain: () => ({ error: { code: 4200 } }) } },
  { why: 'fails while adding', manners: { wallet_addEthereumChain: () => ({ error: { code: -32603 } }) } },
  { why: 'says that it switched, and did not', manners: { wallet_switchEthereumChain: () => ({ value: null }) } },
];
for (const { why, manners } of cannotSwitch) {
  test(`a wallet that ${why}: the network's values can be copied into it, and the sign-in continues`, async ({ page, context }) => {
    const { signModal, chainModal } = siteParts(page);
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: siteOrigin });
    const wallet = await VendorWallet.install(page, announced, manners);
    await choose(page, 'Rainbow');
    await expect(chainModal.getByRole('alert')).toHaveText(chainNames(chain.failed));
    await expect(chainModal.getByText(chainNames(chain.manual.lead))).toBeVisible();
    const values = {
      [chain.manual.name]: productChain.name,
      [chain.manual.rpc]: `http://127.0.0.1:${e2ePorts.chain}`,
      [chain.manual.id]: String(productChain.id),
      [chain.manual.currency]: 'JU',
    };
    for (const [name, value] of Object.entries(values)) {
      await chainModal.getByRole('button', { name: chain.manual.copy.replace('{{name}}', name) }).click();
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(value);
    }
    expect(wallet.log).not.toContain('personal_sign');
    wallet.chainId = productChain.hexId;
    await chainModal.getByRole('button', { name: chainNames(chain.switch) }).click();
    await signModal.getByRole('button', { name: sign.act }).click();
    await expect(page).toHaveURL(`${siteOrigin}/wallet`);
  });
}

test('a change of account or chain in the wallet is noticed at any time', async ({ page }) => {
  const { signModal, chainModal, infoToast } = siteParts(page);
  const other = '0x00000000000000000000000000000000000000A1';
  const wallet = await VendorWallet.install(page, announced);
  wallet.knowsChain = true;
  await choose(page, 'Rainbow');
  const act = signModal.getByRole('button', { name: sign.act });
  await expect(act).toBeEnabled();
  for (const [event, payload, failure] of [
    ['accountsChanged', [other], failures.ACCOUNT_CHANGED],
    ['accountsChanged', [], failures.WALLET_LOCKED],
    ['chainChanged', '0x1', failures.CHAIN_CHANGED],
  ] as const) {
    await wallet.fire(event, payload);
    await expect(signModal.getByRole('alert')).toHaveText(failure);
    await signModal.getByRole('button', { name: dialog.retry }).click();
    await expect(act).toBeEnabled();
  }
  await act.click();
  await expect(page).toHaveURL(`${siteOrigin}/wallet`);

  // Signed in: the wallet is asked to come back, and a silent switch is noticed before anything is sent.
  const { form, send } = await fillDeposit(page, wallet);
  const switches = (): number => wallet.log.filter((method) => method === 'wallet_switchEthereumChain').length;
  const before = switches();
  wallet.chainId = '0x1';
  await wallet.fire('chainChanged', '0x1');
  await expect.poll(switches).toBe(before + 1);
  await expect(chainModal).toBeHidden();
  wallet.chainId = '0x1';
  await send.click();
  await expect.poll(switches).toBe(before + 2);
  await expect(chainModal).toBeHidden();
  expect(wallet.log).not.toContain('eth_sendTransaction');
  await send.click();
  await expect(form.getByText(depositTexts.sent)).toBeVisible();

  await wallet.fire('accountsChanged', [other]);
  await expect(page).toHaveURL(`${siteOrigin}/`);
  await expect(infoToast).toContainText(texts.shell.notices.WALLET_CHANGED.title);
  expect(await stored(page, 'AUTH_TOKEN')).toBeNull();
});

for (const kind of ['deployed', 'counterfactual'] as const) {
  test(`a contract account signs in (${kind})`, async ({ page }) => {
    const wallet = await VendorWallet.install(page, announced);
    wallet.chainId = productChain.hexId;
    const account = await placeSmartAccount(wallet.key, kind);
    Object.assign(wallet, account);
    await signInWith(page, 'Rainbow');
    await expect(page).toHaveURL(`${siteOrigin}/wallet`);
    expect((await stored(page, 'prevAddr'))?.toLowerCase()).toBe(account.address.toLowerCase());
    const code = await chainClient.read.getCode({ address: account.address });
    expect(code === undefined).toBe(kind === 'counterfactual');
  });
}

test.describe('in a wallet’s own browser', () => {
  test.use({
    userAgent:
      'Mozilla/5.0 (Linux; Android 14; Pixel 7; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0.0.0 Mobile Safari/537.36',
    viewport: { width: 412, height: 839 },
    hasTouch: true,
    isMobile: true,
  });

  test('one tap signs in, even if the wallet appears late and silently', async ({ page }) => {
    const wallet = await VendorWallet.install(page, { globals: ['okxwallet'], flags: ['isOkxWallet'], lateMs: 1_500 });
    wallet.knowsChain = true;
    await typeAddress(page, '/');
    await siteParts(page).signInButton.tap();
    await expect(page).toHaveURL(`${siteOrigin}/home`);
    expect(await stored(page, 'prevAddr')).toBe(wallet.address);
  });
});

/** From the landing page to a choice that leads to the wallet's page. */
async function choose(page: Page, name: string): Promise<void> {
  const { walletModal, signInButton } = siteParts(page);
  await typeAddress(page, '/');
  await page.evaluate(() => sessionStorage.setItem('jufi:return-to', '/wallet'));
  await signInButton.click();
  await walletModal.getByRole('button', { name }).click();
}

async function signInWith(page: Page, name: string): Promise<void> {
  await choose(page, name);
  await siteParts(page).signModal.getByRole('button', { name: sign.act }).click();
}

async function depositOneJu(page: Page, wallet: VendorWallet): Promise<void> {
  const { form, send } = await fillDeposit(page, wallet);
  await send.click();
  await expect(form.getByText(depositTexts.sent)).toBeVisible();
  await expect.poll(() => chainClient.read.getBalance({ address: wallet.address })).toBeLessThan(parseEther('9'));
}

async function fillDeposit(page: Page, { address }: VendorWallet): Promise<{ form: Locator; send: Locator }> {
  await chainClient.test.setBalance({ address, value: parseEther('10') });
  const form = page.getByRole('region', { name: depositTexts.title, exact: true });
  await form.scrollIntoViewIfNeeded();
  await form.getByRole('radio', { name: 'JU', exact: true }).click();
  await form.getByLabel(depositTexts.amount).fill('1');
  return { form, send: form.getByRole('button', { name: 'Deposit 1 JU' }) };
}
