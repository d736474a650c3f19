import type { Page } from '@playwright/test';
import { createWalletClient, defineChain, erc20Abi, http, parseEther, parseUnits, type Address } from 'viem';
import actions from '../../public/locales/en/action.json' with { type: 'json' };
import common from '../../public/locales/en/common.json' with { type: 'json' };
import home from '../../public/locales/en/home.json' with { type: 'json' };
import session from '../../public/locales/en/session.json' with { type: 'json' };
import wallet from '../../public/locales/en/wallet.json' with { type: 'json' };
import { developmentAccount as accountWithKey } from '../../chain/role-accounts.ts';
import { developmentAddresses } from '../../src/lib/chain/addresses/development-addresses.ts';
import { productChain } from '../../src/lib/chain/product-chain.ts';
import { signInByApi } from './support/api-member.ts';
import { keysOf, touchOf, type Hand } from './support/hands.ts';
import { isWhole } from './support/sampled.ts';
import { siteOrigin } from './support/ports.ts';
import { chainClient } from './support/server-chain.ts';
import { siteParts } from './support/site-parts.ts';
import { stakingPage } from './support/staking-page.ts';
import { expect, test } from './support/test.ts';
import { treasuryPage } from './support/treasury-page.ts';
import { VendorWallet } from './support/vendor-wallet.ts';
import { walletPage } from './support/wallet-page.ts';

/** Gives from its wallet on the chain; no test counts what it has there. */
const GIVER = accountWithKey(3);
const { kinds } = home.activity;

test.describe.configure({ mode: 'default', timeout: 150_000 });
test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, actionTimeout: 15_000 });

/** The keyboard always, because it meets more obstacles; both in the long tests. */
const hands = [['keyboard', keysOf] as const, ...(isWhole ? [['touch', touchOf] as const] : [])];

for (const [name, handOf] of hands) {
  test(`a newcomer with an empty wallet gets from the start page to a statement by ${name} alone, on a phone`, async ({ page }) => {
    const owner = await VendorWallet.install(page, { announced: { rdns: 'io.metamask', name: 'MetaMask' } });
    owner.chainId = productChain.hexId;
    await notePrinted(page);
    const hand = handOf(page);
    // The only address that is typed.
    await page.goto('/');
    await signIn(page, hand);
    await deposit(page, hand, owner.address);
    await buy(page, hand);
    await stake(page, hand);
    await send(page, hand);
    await payOut(page, hand);
    await print(page, hand);
  });
}

async function signIn(page: Page, { press }: Hand): Promise<void> {
  const { walletModal, signModal, signInButton } = siteParts(page);
  await press(signInButton);
  await press(walletModal.getByRole('button', { name: 'MetaMask' }));
  await press(signModal.getByRole('button', { name: session.sign.act }));
  await expect(page).toHaveURL(`${siteOrigin}/home`);
}

/** Led on by Home's first step. What the wallet receives meanwhile is shown without another act. */
async function deposit(page: Page, { press, choose, type }: Hand, address: Address): Promise<void> {
  const steps = page.getByRole('region', { name: home.start.title });
  await press(steps.getByRole('link', { name: home.start.getAct }));
  const form = page.getByRole('region', { name: wallet.deposit.title, exact: true });
  await form.getByLabel(wallet.deposit.amount).waitFor();
  await fund(address);
  for (const [index, [token, amount]] of (
    [
      ['USDT', '300'],
      ['JUF', '150'],
    ] as const
  ).entries()) {
    await choose(form.getByRole('radio', { name: token, exact: true }));
    await expect(form.locator('.amount-foot')).toContainText(`1,000.00 ${token}`);
    await type(form.getByLabel(wallet.deposit.amount), amount);
    await press(form.getByRole('button', { name: `Deposit ${amount} ${token}` }));
    await expect(form.getByRole('listitem')).toHaveCount(index + 1);
    await expect(form.locator('.amount-foot')).toContainText(`${1_000 - Number(amount)}.00 ${token}`);
  }
  await expect(form.getByText(wallet.way.credited, { exact: true })).toHaveCount(2, { timeout: 40_000 });
  await expect(walletPage(page).transferButton('USDT')).toBeVisible();
}

async function buy(page: Page, hand: Hand): Promise<void> {
  await follow(page, hand, common.navigation.treasury);
  const { packages, pay, reviewButton, buyButton, success } = treasuryPage(page);
  await hand.press(packages.getByRole('button', { name: 'Buy Seed' }));
  await hand.type(pay, '100');
  await hand.press(reviewButton);
  await hand.press(buyButton);
  await expect(success.getByRole('heading', { level: 3 })).toHaveText(actions.follow.doneTitle);
  await hand.press(success.locator('.dlg-foot').getByRole('button'));
}

async function stake(page: Page, hand: Hand): Promise<void> {
  await follow(page, hand, common.navigation.staking);
  const { form, amount, stakeModal, act } = stakingPage(page);
  await hand.type(amount, '120');
  await hand.press(form.locator('button[type=submit]'));
  await hand.press(act(stakeModal));
  await expect(stakeModal.getByRole('heading', { name: actions.follow.doneTitle })).toBeVisible();
  await hand.press(stakeModal.getByRole('button', { name: actions.follow.close }).last());
}

async function send(page: Page, hand: Hand): Promise<void> {
  const { user } = await signInByApi();
  await follow(page, hand, common.navigation.wallet);
  const { transferButton, modal, to, amount, next, confirm, outcome } = walletPage(page);
  await hand.press(transferButton('USDT'));
  await hand.type(to, user.uid);
  await modal.locator('.to').waitFor();
  await hand.type(amount, '20');
  await hand.press(next);
  await hand.press(confirm);
  await expect(outcome).toHaveText(actions.follow.doneTitle);
  await hand.press(modal.getByRole('button', { name: actions.follow.close }).last());
}

/** The wallet's balance in Deposit follows without another act. */
async function payOut(page: Page, hand: Hand): Promise<void> {
  const { transferButton, modal, amount, confirm, outcome } = walletPage(page);
  await hand.press(transferButton('USDT'));
  await hand.choose(modal.getByRole('radio', { name: wallet.transfer.chain }));
  await hand.type(amount, '50');
  await hand.press(modal.getByRole('button', { name: wallet.transfer.nextPayout }));
  await hand.press(confirm);
  await expect(outcome).toHaveText(new RegExp(`^(${actions.follow.sendingTitle}|${actions.follow.doneTitle})$`));
  await hand.press(modal.getByRole('button', { name: actions.follow.close }).last());
  const form = page.getByRole('region', { name: wallet.deposit.title, exact: true });
  await hand.see(form);
  await expect(form.getByText(wallet.way.posted, { exact: true })).toBeVisible({ timeout: 40_000 });
  await hand.choose(form.getByRole('radio', { name: 'USDT', exact: true }));
  await expect(form.locator('.amount-foot')).toContainText('750.00 USDT');
}

async function print(page: Page, { press }: Hand): Promise<void> {
  await press(page.getByRole('link', { name: wallet.recent.all }));
  await press(page.getByRole('button', { name: wallet.history.print }));
  const printed = (): Promise<string | null> => page.evaluate(() => document.documentElement.getAttribute('data-printed'));
  for (const kind of [kinds.DEPOSIT, kinds.TREASURY_PURCHASE, kinds.STAKE, kinds.PAYOUT]) await expect.poll(printed).toContain(kind);
  expect(await printed()).toContain('20\u00a0USDT');
}

/** Navigates by the bar on phones. */
async function follow(page: Page, { press }: Hand, name: string): Promise<void> {
  await press(page.locator('nav.bottom').getByRole('link', { name, exact: true }));
}

/** Sends funds from another account to an empty wallet. */
async function fund(address: Address): Promise<void> {
  const transport = http(chainClient.url);
  const chain = defineChain({
    id: productChain.id,
    name: productChain.name,
    nativeCurrency: productChain.nativeCurrency,
    rpcUrls: { default: { http: [chainClient.url] } },
  });
  const giver = createWalletClient({ account: GIVER, chain, transport });
  await chainClient.test.setBalance({ address, value: parseEther('5') });
  for (const [token, decimals] of [
    [developmentAddresses.usdt, 6],
    [developmentAddresses.juf, 18],
  ] as const) {
    const hash = await giver.writeContract({
      address: token,
      abi: erc20Abi,
      functionName: 'transfer',
      args: [address, parseUnits('1000', decimals)],
    });
    await chainClient.read.waitForTransactionReceipt({ hash });
  }
}

/** The text that a printer would get. */
async function notePrinted(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.print = () => {
      document.documentElement.setAttribute('data-printed', document.querySelector('.statement')?.textContent ?? '');
    };
  });
}
