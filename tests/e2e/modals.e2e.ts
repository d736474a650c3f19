import texts from '../../public/locales/en/session.json' with { type: 'json' };
import { holdRest } from './support/hold-rest.ts';
import { typeAddress } from './support/navigation.ts';
import { siteParts } from './support/site-parts.ts';
import { expect, test } from './support/test.ts';

test.beforeEach(async ({ page }) => {
  await typeAddress(page, '/');
});

for (const how of ['Escape', 'its button'] as const) {
  test(`the wallet modal closes by ${how}, and the focus returns to what opened it`, async ({ page }) => {
    const { walletModal, signInButton } = siteParts(page);
    await signInButton.focus();
    await page.keyboard.press('Enter');
    await expect(walletModal.getByRole('heading', { name: texts.wallets.title })).toBeFocused();
    if (how === 'Escape') await page.keyboard.press('Escape');
    else await walletModal.getByRole('button', { name: texts.dialog.close }).click();
    await expect(walletModal).toBeHidden();
    await expect(signInButton).toBeFocused();
    await signInButton.click();
    await expect(walletModal).toBeVisible();
  });
}

test('a modal reopened before the browser has reported its closing stays open', async ({ page }) => {
  const { walletModal, signInButton } = siteParts(page);
  await signInButton.click();
  await expect(walletModal.getByRole('heading', { name: texts.wallets.title })).toBeFocused();
  const isTold = await signInButton.evaluate(async (button) => {
    const dialog = document.querySelector<HTMLDialogElement>('#wallet-modal');
    const told = new Promise((resolve) => dialog?.addEventListener('close', () => resolve(true), { once: true }));
    dialog?.close();
    if (button instanceof HTMLElement) button.click();
    return told;
  });
  expect(isTold).toBe(true);
  await expect(walletModal.getByRole('heading', { name: texts.wallets.title })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(walletModal).toBeHidden();
});

test('the wallet modal opens, hydrates and closes while the rest of the page is still loading', async ({ page }) => {
  const { walletModal, signInButton } = siteParts(page);
  const release = await holdRest(page);
  await page.goto('/', { waitUntil: 'commit' });
  await signInButton.click();
  await expect(walletModal.getByRole('heading', { name: texts.wallets.title })).toBeFocused();
  await expect(walletModal.getByRole('link', { name: /MetaMask/ })).toBeVisible();
  expect(await page.locator('footer').count()).toBe(0);
  await walletModal.getByRole('button', { name: texts.dialog.close }).click();
  await expect(walletModal).toBeHidden();
  release();
  await expect(page.locator('footer')).toBeVisible();
});

test('a wallet can be connected while the rest of the page is still loading: signing continues afterwards', async ({ page, wallet }) => {
  const { walletModal, signModal, signInButton } = siteParts(page);
  const release = await holdRest(page);
  await page.goto('/', { waitUntil: 'commit' });
  await signInButton.click();
  await walletModal.getByRole('button', { name: 'JuFi Wallet' }).click();
  await wallet.connect(2);
  await expect(walletModal.getByText(texts.wallets.continue)).toBeVisible();
  expect(await signModal.count()).toBe(0);
  release();
  await expect(signModal.getByRole('button', { name: texts.sign.act })).toBeEnabled();
  await expect(walletModal).toBeHidden();
});

test('refusing a chain while the rest of the page is still loading suspends the wallet modal, and closing brings it back', async ({
  page,
  wallet,
}) => {
  const { walletModal, chainModal, signInButton } = siteParts(page);
  const release = await holdRest(page);
  await page.goto('/', { waitUntil: 'commit' });
  await signInButton.click();
  await walletModal.getByRole('button', { name: 'JuFi Wallet' }).click();
  await wallet.inSettingsMeanwhile((settings) => settings.useWrongNetwork());
  await wallet.connect(2);
  await wallet.decline();
  await expect(wallet.window).toBeHidden();
  expect(await chainModal.count()).toBe(0);
  release();
  await expect(chainModal.getByRole('heading', { name: texts.chain.title })).toBeVisible();
  await expect(walletModal).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(chainModal).toBeHidden();
  await expect(walletModal).toBeVisible();
});

test('the wallet modal shows its icons, and a requested menu opens, as soon as possible', async ({ page }) => {
  const { walletModal, signInButton, languageButton, languageMenu } = siteParts(page);
  const release = await holdRest(page);
  await page.goto('/', { waitUntil: 'commit' });
  await languageButton.click();
  await signInButton.click();
  await expect(walletModal.getByRole('link', { name: /MetaMask/ })).toBeVisible();
  const icons = walletModal.locator('svg.icon');
  const heights = await icons.evaluateAll((drawn) => drawn.map((icon) => (icon as SVGSVGElement).getBBox().height));
  expect(heights.length).toBeGreaterThan(6);
  expect(Math.min(...heights)).toBeGreaterThan(0);
  await page.keyboard.press('Escape');
  await expect(walletModal).toBeHidden();
  release();
  await expect(languageMenu).toBeVisible();
});

test('the focus stays within the open modal, and the page behind is unreachable', async ({ page }) => {
  const { walletModal, signInButton } = siteParts(page);
  await signInButton.click();
  await expect(walletModal.getByRole('button', { name: 'Other' })).toBeVisible();
  for (let presses = 0; presses < 15; presses += 1) {
    await page.keyboard.press('Tab');
    const isOutside = await page.evaluate(
      () => document.activeElement !== document.body && !document.activeElement?.closest('#wallet-modal'),
    );
    expect(isOutside).toBe(false);
  }
});

test('one modal at a time: the sign message modal replaces the wallet modal, and closing it leaves the wallet connected but not signed in', async ({
  page,
  wallet,
}) => {
  const { walletModal, signModal, signInButton } = siteParts(page);
  await signInButton.click();
  await walletModal.getByRole('button', { name: 'JuFi Wallet' }).click();
  await wallet.connect(2);
  await expect(signModal.getByRole('button', { name: texts.sign.act })).toBeEnabled();
  await expect(walletModal).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(signModal).toBeHidden();
  await expect(signInButton).toBeFocused();
  await signInButton.click();
  await expect(walletModal.getByText(texts.wallets.continue)).toBeVisible();
});

test('the wallet modal offers its six options in order, and nine recommended wallets under the last', async ({ page }) => {
  const { walletModal, signInButton } = siteParts(page);
  await signInButton.click();
  await expect(walletModal.locator('.wallets b')).toHaveText(['JuFi Wallet', 'MetaMask', 'TP Wallet', 'OKX Wallet', 'Connect', 'Other']);
  await expect(walletModal.getByRole('link', { name: /MetaMask/ })).toHaveAttribute('href', /metamask\.io/);
  await walletModal.getByRole('button', { name: 'Other' }).click();
  await expect(walletModal.getByRole('list', { name: texts.wallets.recommended }).getByRole('listitem')).toHaveCount(9);
  const names = ['Trust', 'Bitget', 'SafePal', 'imToken', 'Rabby', 'Coinbase', 'Zerion', 'OneKey', 'Rainbow'];
  await expect(walletModal.locator('.recs a')).toHaveText(names.map((name) => new RegExp(name)));
});

test('a menu takes the focus when it opens, and Escape returns it to its button', async ({ page }) => {
  const { languageButton, languageMenu } = siteParts(page);
  await languageButton.focus();
  await page.keyboard.press('Enter');
  await expect(languageMenu.getByRole('link', { name: 'English' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(languageMenu).toBeHidden();
  await expect(languageButton).toBeFocused();
});
