import home from '../../public/locales/en/home.json' with { type: 'json' };
import texts from '../../public/locales/en/session.json' with { type: 'json' };
import { dashboardHome } from '../../src/lib/api/contract/dashboard.ts';
import { apiClient, developmentAccount } from './support/api-member.ts';
import { stored, typeAddress } from './support/navigation.ts';
import { siteOrigin } from './support/ports.ts';
import { siteParts } from './support/site-parts.ts';
import { expect, test } from './support/test.ts';
import { signInByWallet } from './support/wallet-sign-in.ts';

const { wallets, sign, chain, failures, dialog } = texts;
const chainNames = (text: string): string => text.replaceAll('{{chain}}', 'JuChain Mainnet').replaceAll('{{id}}', '210000');

test.beforeEach(async ({ page }) => {
  await typeAddress(page, '/');
});

test('a newcomer signs in from the landing page and sees the provider’s figures for them', async ({ page }) => {
  await signInByWallet(page, 1);
  await expect(page).toHaveURL(`${siteOrigin}/home`);
  const token = await stored(page, 'AUTH_TOKEN');
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(await stored(page, 'prevAddr')).toBe(developmentAccount(1).address);
  expect(JSON.parse((await stored(page, 'AUTH_USER')) ?? '')).toMatchObject({ address: developmentAccount(1).address });

  const { portfolio, totalMembers } = await apiClient(token ?? '').call(dashboardHome, {});
  const section = page.getByRole('region', { name: home.portfolio.jufi });
  await section.scrollIntoViewIfNeeded();
  expect(portfolio?.parts.length).toBeGreaterThan(0);
  for (const { kind, walletType, amount } of portfolio?.parts ?? []) {
    const line = section
      .locator('dl > div')
      .filter({ hasText: home.portfolio.kinds[kind] })
      .filter({ has: page.getByText(walletType, { exact: true }).first() });
    const figure = line.locator('.qty [title]');
    await expect(figure).toHaveAttribute('title', new RegExp(`^${grouped(amount)} ${walletType}$`));
  }
  const service = page.getByRole('region', { name: home.service.title });
  await service.scrollIntoViewIfNeeded();
  await expect(service).toContainText(new RegExp(`${home.service.members}\\s*${totalMembers}`));
  await expect(siteParts(page).accountChip).toContainText('0xf39F…2266');
});

test('declining to connect is reported, leaves no spinner, and can be retried', async ({ page, wallet }) => {
  const { walletModal, signModal, signInButton } = siteParts(page);
  await signInButton.click();
  await walletModal.getByRole('button', { name: 'JuFi Wallet' }).click();
  await wallet.decline();
  await expect(walletModal.getByRole('alert')).toHaveText(new RegExp(`^${failures.DECLINED}`));
  await expect(walletModal.locator('[aria-busy=true]')).toHaveCount(0);
  await walletModal.getByRole('button', { name: dialog.retry }).click();
  await wallet.connect(2);
  await expect(signModal.getByRole('heading', { name: sign.title })).toBeVisible();
});

for (const width of [320, 1440]) {
  test(
    `the complete message can be read before signing, at ${width} px`,
    { tag: width === 320 ? [] : '@full' },
    async ({ page, wallet }) => {
      await page.setViewportSize({ width, height: 700 });
      const { walletModal, signModal, signInButton } = siteParts(page);
      await signInButton.click();
      await walletModal.getByRole('button', { name: 'JuFi Wallet' }).click();
      await wallet.connect(2);
      // In 24 hours, as everywhere.
      await expect(signModal).toContainText(/until \d\d:\d\d\u00a0UTC/);
      await signModal.getByText(sign.show).click();
      const message = signModal.locator('.message');
      await expect(message).toContainText(developmentAccount(2).address);
      await expect(message).toContainText(/Nonce: \w+/);
      const isCut = await message.evaluate(({ scrollWidth, clientWidth, parentElement }) => {
        const room = parentElement?.closest('dialog')?.clientWidth ?? 0;
        return scrollWidth > clientWidth || clientWidth > room;
      });
      expect(isCut).toBe(false);
    },
  );
}

test('declining to sign is reported, and the same account can sign afterwards', async ({ page, wallet }) => {
  const { walletModal, signModal, signInButton } = siteParts(page);
  await signInButton.click();
  await walletModal.getByRole('button', { name: 'JuFi Wallet' }).click();
  await wallet.connect(2);
  await signModal.getByRole('button', { name: sign.act }).click();
  await wallet.decline();
  await expect(signModal.getByRole('alert')).toHaveText(failures.DECLINED);
  await expect(signModal.locator('[aria-busy=true]')).toHaveCount(0);
  expect(await stored(page, 'AUTH_TOKEN')).toBeNull();
  await signModal.getByRole('button', { name: dialog.retry }).click();
  await signModal.getByRole('button', { name: sign.act }).click();
  await wallet.sign();
  await expect(page).toHaveURL(`${siteOrigin}/home`);
});

test('a request already pending in the wallet can be cancelled, and continues when it is answered', async ({ page, wallet }) => {
  const { walletModal, signModal, signInButton } = siteParts(page);
  const option = walletModal.getByRole('button', { name: 'JuFi Wallet' });
  await signInButton.click();
  await option.click();
  await wallet.decideLater();
  await walletModal.getByRole('button', { name: dialog.cancel }).click();
  await expect(walletModal.getByText(wallets.free)).toBeVisible();

  await option.click();
  await expect(wallet.window).toBeVisible();
  await wallet.decideLater();
  await expect(walletModal.getByRole('status')).toContainText(wallets.pending);
  await expect(walletModal.getByRole('alert')).toHaveCount(0);
  await walletModal.getByRole('button', { name: dialog.cancel }).click();
  await expect(walletModal.getByText(wallets.pending)).toHaveCount(0);

  await option.click();
  await expect(walletModal.getByRole('status')).toContainText(wallets.pending);
  await wallet.connect(2);
  await expect(signModal.getByRole('heading', { name: sign.title })).toBeVisible();
});

test('a wallet on another chain gets a request to switch', async ({ page, wallet }) => {
  const { walletModal, signModal, signInButton } = siteParts(page);
  await signInButton.click();
  await walletModal.getByRole('button', { name: 'JuFi Wallet' }).click();
  await wallet.inSettingsMeanwhile((settings) => settings.useWrongNetwork());
  await wallet.connect(2);
  await wallet.switchNetwork();
  await signModal.getByRole('button', { name: sign.act }).click();
  await wallet.sign();
  await expect(page).toHaveURL(`${siteOrigin}/home`);
});

test('a wallet that doesn’t know the chain gets a request to add it, and then to switch', async ({ page, wallet }) => {
  const { walletModal, signModal, signInButton } = siteParts(page);
  await signInButton.click();
  await walletModal.getByRole('button', { name: 'JuFi Wallet' }).click();
  await wallet.inSettingsMeanwhile((settings) => settings.forgetNetwork());
  await wallet.connect(2);
  await expect(wallet.window.getByText('210000')).toBeVisible();
  await wallet.addNetwork();
  await wallet.switchNetwork();
  await expect(signModal.getByRole('button', { name: sign.act })).toBeVisible();
});

test('refusing the switch opens the invalid-chain modal, which retries it', async ({ page, wallet }) => {
  const { walletModal, signModal, chainModal, signInButton } = siteParts(page);
  await signInButton.click();
  await walletModal.getByRole('button', { name: 'JuFi Wallet' }).click();
  await wallet.inSettingsMeanwhile((settings) => settings.useWrongNetwork());
  await wallet.connect(2);
  await wallet.decline();
  await expect(chainModal.getByRole('heading', { name: chain.title })).toBeVisible();
  await expect(chainModal.getByRole('alert')).toHaveText(chainNames(chain.refused));
  await expect(walletModal).toBeHidden();

  const retry = chainModal.getByRole('button', { name: chainNames(chain.switch) });
  await retry.click();
  await wallet.decline();
  await expect(chainModal.getByRole('alert')).toBeVisible();
  await retry.click();
  await wallet.switchNetwork();
  await expect(chainModal).toBeHidden();
  await signModal.getByRole('button', { name: sign.act }).click();
  await wallet.sign();
  await expect(page).toHaveURL(`${siteOrigin}/home`);
});

test('changing the account withdraws a pending message', { tag: '@full' }, async ({ page, wallet }) => {
  const { walletModal, signModal, signInButton } = siteParts(page);
  await signInButton.click();
  await walletModal.getByRole('button', { name: 'JuFi Wallet' }).click();
  await wallet.connect(2);
  await signModal.getByRole('button', { name: sign.act }).click();
  await wallet.inSettingsMeanwhile((settings) => settings.chooseAccount(3));
  await wallet.decline();
  await expect(signModal.getByRole('alert')).toHaveText(failures.ACCOUNT_CHANGED);
  expect(await stored(page, 'AUTH_TOKEN')).toBeNull();
});

/** In English grouping: 12840.5 is 12,840.5. */
function grouped(amount: string): string {
  const [whole = '', fraction] = amount.split('.');
  const head = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? head : `${head}\\.${fraction.replace(/0+$/, '')}0*`;
}
