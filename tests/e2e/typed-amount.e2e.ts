import deutsch from '../../public/locales/de/staking.json' with { type: 'json' };
import english from '../../public/locales/en/staking.json' with { type: 'json' };
import { openInApp } from './support/navigation.ts';
import { siteOrigin } from './support/ports.ts';
import { siteParts } from './support/site-parts.ts';
import { stakingPage } from './support/staking-page.ts';
import { expect, test } from './support/test.ts';

const review = ({ form }: typeof english, amount: string): string => form.review.replace('{{amount}}', amount);

test.use({ signedInAs: 'newcomer', stored: { lang: 'en' } });

test('an amount that was typed in English stands in German digits after the language is changed, and is the same amount', async ({
  page,
}) => {
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

  // What a German means by the English digits is another amount, and is not put there for it.
  await typed.fill('1.234');
  await page.locator('[popovertarget="language-menu"]').click();
  await page.locator('#language-menu').getByRole('link', { name: 'English' }).click();
  await expect(page).toHaveURL(`${siteOrigin}/staking`);
  await expect(typed).toHaveValue('1,234');
  await expect(page.getByRole('button', { name: review(english, '1,234') })).toBeVisible();
});
