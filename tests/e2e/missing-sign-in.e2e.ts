import texts from '../../public/locales/en/session.json' with { type: 'json' };
import { typeAddress } from './support/navigation.ts';
import { siteParts } from './support/site-parts.ts';
import { expect, test } from './support/test.ts';

const { dialog, failures } = texts;

test.use({ expectedFaults: [/ERR_FAILED|dynamically imported module/] });

for (const { part, files } of [
  { part: 'what draws the choice of wallets', files: '**/_astro/dialogs.*.js' },
  { part: 'what signs in', files: '**/_astro/sign-in.*.js' },
]) {
  test(`${part} is reported as missing when a wallet is chosen; reloading the page restores it`, async ({ page, wallet }) => {
    const { walletModal, signModal, signInButton } = siteParts(page);
    const choice = walletModal.getByRole('button', { name: 'JuFi Wallet' });
    await page.route(files, (route) => route.abort());
    await typeAddress(page, '/');
    await signInButton.click();
    await choice.click();
    const alert = walletModal.getByRole('alert');
    await expect(alert).toContainText(failures.PART_MISSING);
    await expect(walletModal.locator('[aria-busy=true]')).toHaveCount(0);

    await page.unroute(files);
    const loaded = page.waitForEvent('load');
    await alert.getByRole('link', { name: dialog.reload }).click();
    await loaded;
    await signInButton.click();
    await choice.click();
    await wallet.connect(2);
    await expect(signModal).toBeVisible();
  });
}

test('a missing part is requested again by another press, which clears the message', async ({ page, wallet }) => {
  const { walletModal, signModal, signInButton } = siteParts(page);
  const choice = walletModal.getByRole('button', { name: 'JuFi Wallet' });
  const alert = walletModal.getByRole('alert');
  await page.setViewportSize({ width: 360, height: 500 });
  await page.route('**/locales/en/session.json', (route) => route.abort());
  await typeAddress(page, '/');
  await signInButton.click();
  await choice.click();
  await expect(alert).toContainText(failures.PART_MISSING);
  await expect(alert.getByRole('link')).toBeInViewport();
  await alert.hover();
  await expect(alert).toBeVisible();

  await page.unroute('**/locales/en/session.json');
  await choice.click();
  await wallet.connect(2);
  await expect(signModal).toBeVisible();
  await expect(alert).toHaveCount(0);
});

test('the message about a missing part is cleared when the dialog closes', async ({ page }) => {
  const { walletModal, signInButton } = siteParts(page);
  await page.route('**/_astro/sign-in.*.js', (route) => route.abort());
  await typeAddress(page, '/');
  await signInButton.click();
  await walletModal.getByRole('button', { name: 'JuFi Wallet' }).click();
  await expect(walletModal.getByRole('alert')).toContainText(failures.PART_MISSING);
  await page.keyboard.press('Escape');
  await expect(walletModal).toBeHidden();
  await signInButton.click();
  await expect(walletModal).toBeVisible();
  await expect(walletModal.getByRole('alert')).toHaveCount(0);
});
