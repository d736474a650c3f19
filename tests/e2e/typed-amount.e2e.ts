import deutsch from '../../public/locales/de/staking.json' with { type: 'json' };
import english from '../../public/locales/en/staking.json' with { type: 'json' };
import action from '../../public/locales/en/action.json' with { type: 'json' };
import { fromDecimalString } from '../../src/lib/amount.ts';
import { shortenAmount } from '../../src/lib/shorten-amount.ts';
import { openInApp } from './support/navigation.ts';
import { siteOrigin } from './support/ports.ts';
import { siteParts } from './support/site-parts.ts';
import { stakingPage } from './support/staking-page.ts';
import { treasuryPage } from './support/treasury-page.ts';
import { expect, test } from './support/test.ts';

const review = ({ form }: typeof english, amount: string): string => form.review.replace('{{amount}}', amount);

test.use({ signedInAs: 'newcomer', stored: { lang: 'en' } });

test('an amount typed in English is shown in German digits after a change of language, and stays the same amount', async ({ page }) => {
  const { form, amount } = stakingPage(page);
  const typed = page.locator('#stake-amount');
  await openInApp(page, '/staking');
  await form.getByText('JUF available').waitFor();
  await amount.fill('1,234.5');
  await expect(page.getByRole('button', { name: review(english, '1,234.5') })).toBeVisible();

  await siteParts(page).languageButton.click();
  await siteParts(page).languageMenu.getByRole('link', { name: 'Deutsch' }).click();
  await expect(page).toHaveURL(`${siteOrigin}/de/staking`);
  await expect(typed).toHaveValue('1.234,5');
  await expect(page.getByRole('button', { name: review(deutsch, '1.234,5') })).toBeVisible();

  // To a German, these digits mean another amount, so they aren't inserted.
  await typed.fill('1.234');
  await page.locator('[popovertarget="language-menu"]').click();
  await page.locator('#language-menu').getByRole('link', { name: 'English' }).click();
  await expect(page).toHaveURL(`${siteOrigin}/staking`);
  await expect(typed).toHaveValue('1,234');
  await expect(page.getByRole('button', { name: review(english, '1,234') })).toBeVisible();
});

test.describe('with a balance', () => {
  test.use({ signedInAs: 5 });

  test('takes a part or all of it, groups thousands while typing, shows the value, and reports at once when exceeded', async ({ page }) => {
    const { form, amount } = stakingPage(page);
    await openInApp(page, '/staking');
    const shares = form.locator('.shares').getByRole('button');
    await expect(shares).toHaveText(['25%', '50%', '75%', action.amount.most]);
    await shares.last().click();
    const all = await amount.inputValue();
    await expect(form.locator('.amount')).toContainText(/≈ [\d,.]+\s?US\$/);
    await shares.nth(1).click();
    // Half of it, without insignificant digits.
    const half = fromDecimalString((await amount.inputValue()).replaceAll(',', ''), 18);
    expect(half).toBe(shortenAmount(fromDecimalString(all.replaceAll(',', ''), 18) / 2n, 18));
    await amount.fill('');
    await amount.pressSequentially('99123456');
    await expect(amount).toHaveValue('99,123,456');
    await expect(amount).toHaveAccessibleDescription(new RegExp(action.amount.insufficient.split('}}').at(-1) ?? ''));
    await expect(form.locator('button[type=submit]')).toHaveAttribute('aria-disabled', 'true');
    await amount.press('Home');
    await amount.press('Delete');
    await amount.press('Delete');
    await expect(amount).toHaveValue('123,456');
    expect(await amount.evaluate((field: HTMLInputElement) => field.selectionStart)).toBe(0);
  });

  test('reduces the maximum when insurance is added, so that no more is spent', async ({ page }) => {
    const { modal, pay, insure, fill, reviewButton } = treasuryPage(page);
    await openInApp(page, '/treasury');
    await fill('');
    await modal.getByRole('button', { name: action.amount.most, exact: true }).click();
    const all = await pay.inputValue();
    await insure.check();
    const [lowered = ''] = action.amount.lowered.split('{{');
    await expect(modal.locator('.amount')).toContainText(lowered);
    await expect(pay).not.toHaveValue(all);
    await expect(reviewButton).toHaveAttribute('aria-disabled', 'false');
  });
});
