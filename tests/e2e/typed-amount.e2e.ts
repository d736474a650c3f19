import deutsch from '../../public/locales/de/staking.json' with { type: 'json' };
import english from '../../public/locales/en/staking.json' with { type: 'json' };
import action from '../../public/locales/en/action.json' with { type: 'json' };
import { fromDecimalString } from '../../src/lib/amount.ts';
import { shortenAmount } from '../../src/lib/shown-amount.ts';
import { openInApp } from './support/navigation.ts';
import { siteOrigin } from './support/ports.ts';
import { siteParts } from './support/site-parts.ts';
import { stakingPage } from './support/staking-page.ts';
import { treasuryPage } from './support/treasury-page.ts';
import { expect, test } from './support/test.ts';
import type { Page } from '@playwright/test';

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
  await expect(typed).toHaveValue('1234,5');
  await expect(page.getByRole('button', { name: review(deutsch, '1.234,5') })).toBeVisible();

  // To a German, these digits mean another amount, so they aren't inserted.
  await typed.fill('1.234');
  await page.locator('[popovertarget="language-menu"]').click();
  await page.locator('#language-menu').getByRole('link', { name: 'English' }).click();
  await expect(page).toHaveURL(`${siteOrigin}/staking`);
  await expect(typed).toHaveValue('1234');
  await expect(page.getByRole('button', { name: review(english, '1,234') })).toBeVisible();
});

test.describe('with a balance', () => {
  test.use({ signedInAs: 5 });

  test('takes a part or all of it, shows the value, and reports at once when exceeded', async ({ page }) => {
    const { form, amount } = stakingPage(page);
    await openInApp(page, '/staking');
    const shares = form.locator('.shares').getByRole('button');
    await expect(shares).toHaveText(['25%', '50%', '75%', action.amount.most]);
    await shares.last().click();
    const all = await amount.inputValue();
    await expect(form.locator('.amount')).toContainText(/≈ US\$\s[\d,.]+/);
    await shares.nth(1).click();
    // Half of it, without insignificant digits.
    const half = fromDecimalString(await amount.inputValue(), 18);
    expect(half).toBe(shortenAmount(fromDecimalString(all, 18) / 2n, 18));
    await amount.fill('');
    await amount.pressSequentially('99123456');
    await expect(form.locator('.amount')).toContainText('= 99,123,456.00');
    await expect(amount).toHaveAccessibleDescription(new RegExp(action.amount.insufficient.split('}}').at(-1) ?? ''));
    await expect(form.locator('button[type=submit]')).toHaveAttribute('aria-disabled', 'true');
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

interface Edit {
  name: string;
  /** With the empty field focused. */
  act: (page: Page) => Promise<void>;
  /** What stands in the field then. */
  value: string;
  /** What is said below it; null where the field says it itself, or is refused. */
  stated: string | null;
  /** What the button would stake; null where nothing may be staked. */
  staked: string | null;
}

const type = (text: string, ...keys: string[]): Edit['act'] => {
  return async ({ keyboard }) => {
    await keyboard.type(text);
    for (const key of keys) await keyboard.press(key);
  };
};
const then = (...acts: Edit['act'][]): Edit['act'] => {
  return async (page) => {
    for (const act of acts) await act(page);
  };
};
const paste = (text: string): Edit['act'] => {
  return async (page) => {
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    await page.keyboard.press('Control+v');
  };
};
/** As an input method does: a text that changes until it is committed. */
const compose = (...texts: string[]): Edit['act'] => {
  return async (page) => {
    const client = await page.context().newCDPSession(page);
    for (const text of texts)
      await client.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
    await client.send('Input.insertText', { text: texts.at(-1) ?? '' });
    await client.detach();
  };
};
const same = (text: string, staked = text): Pick<Edit, 'value' | 'stated' | 'staked'> => ({ value: text, stated: null, staked });

const edits: Record<string, Edit[]> = {
  '/staking': [
    { name: 'the page’s decimal key', act: type('150.5'), ...same('150.5') },
    { name: 'the other decimal key', act: type('150,5'), value: '150,5', stated: '150.5', staked: '150.5' },
    { name: 'a fraction with the other decimal key', act: type('0,5'), value: '0,5', stated: '0.5', staked: null },
    { name: 'a separator that may be either', act: type('1,500'), value: '1,500', stated: '1,500.00', staked: '1,500' },
    { name: 'thousands with both separators', act: type('1.500,25'), value: '1.500,25', stated: '1,500.25', staked: '1,500.25' },
    { name: 'digits without separators', act: type('1500'), value: '1500', stated: '1,500.00', staked: '1,500' },
    { name: 'leading zeros', act: type('0150'), value: '0150', stated: '150', staked: '150' },
    { name: 'a minus', act: type('-150'), value: '-150', stated: null, staked: null },
    {
      name: 'more digits than the token has',
      act: type(`150.${'1'.repeat(19)}`),
      value: `150.${'1'.repeat(19)}`,
      stated: null,
      staked: null,
    },
    {
      name: 'Backspace after a separator',
      act: type('1,500', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'Backspace'),
      value: '1500',
      stated: '1,500.00',
      staked: '1,500',
    },
    {
      name: 'Delete before a separator',
      act: type('1,500', 'Home', 'ArrowRight', 'Delete'),
      value: '1500',
      stated: '1,500.00',
      staked: '1,500',
    },
    {
      name: 'a digit typed in the middle',
      act: type('150', 'ArrowLeft', '2'),
      value: '1520',
      stated: '1,520.00',
      staked: '1,520',
    },
    { name: 'all of it selected and retyped', act: type('1500', 'Control+a', '2', '0', '0'), ...same('200') },
    { name: 'a part selected and replaced', act: type('1500', 'Shift+ArrowLeft', 'Shift+ArrowLeft', '7'), ...same('157') },
    {
      name: 'a part cut and pasted in front',
      act: type('120', 'Home', 'Shift+ArrowRight', 'Control+x', 'Control+v', 'Home', 'Control+v'),
      value: '1120',
      stated: '1,120.00',
      staked: '1,120',
    },
    { name: 'a paste in the page’s notation', act: paste('1,234.56'), value: '1,234.56', stated: '1,234.56', staked: '1,234.56' },
    { name: 'a paste in another language’s notation', act: paste('1.234,56'), value: '1.234,56', stated: '1,234.56', staked: '1,234.56' },
    { name: 'a paste with spaces', act: paste('1\u202f234,56'), value: '1\u202f234,56', stated: '1,234.56', staked: '1,234.56' },
    { name: 'a paste with the token', act: paste('1,234.56 JUF'), value: '1,234.56 JUF', stated: '1,234.56', staked: '1,234.56' },
    { name: 'a paste with another token', act: paste('1,234.56 USDT'), value: '1,234.56 USDT', stated: null, staked: null },
    { name: 'an undo', act: then(type('150'), paste('9'), (page) => page.keyboard.press('Control+z')), ...same('150') },
    {
      name: 'a redo',
      act: then(type('150'), paste('9'), type('', 'Control+z', 'Control+Shift+z')),
      value: '1509',
      stated: '1,509.00',
      staked: '1,509',
    },
    { name: 'full-width digits that were composed', act: compose('１', '１５', '１５０'), value: '１５０', stated: '150', staked: '150' },
    {
      name: 'a composed text among typed digits',
      act: then(type('150', 'ArrowLeft'), compose('２')),
      value: '15２0',
      stated: '1,520.00',
      staked: '1,520',
    },
    { name: 'a composed full stop', act: then(type('150'), compose('。'), type('5')), value: '150。5', stated: '150.5', staked: '150.5' },
    { name: 'Thai digits', act: type('๑๕๐'), value: '๑๕๐', stated: '150', staked: '150' },
  ],
  '/de/staking': [
    { name: 'the page’s decimal key', act: type('150,5'), ...same('150,5') },
    { name: 'the other decimal key', act: type('150.5'), value: '150.5', stated: '150,5', staked: '150,5' },
    { name: 'a separator that may be either', act: type('1.500'), value: '1.500', stated: '1.500,00', staked: '1.500' },
    { name: 'a comma before three digits', act: type('100,500'), value: '100,500', stated: '100,5', staked: '100,5' },
    { name: 'a paste in another language’s notation', act: paste('1,234.56'), value: '1,234.56', stated: '1.234,56', staked: '1.234,56' },
  ],
};

test.describe('by keys', () => {
  // Rich enough that nothing but the text decides.
  test.use({ signedInAs: 1 });
  for (const [path, cases] of Object.entries(edits)) {
    const [texts, lang] = path.startsWith('/de') ? [deutsch, 'de'] : [english, 'en'];
    test.describe(`on ${path}`, () => {
      test.use({ stored: { lang } });

      test('every edit leaves the text to the person, and says what it is read as', async ({ page, context }) => {
        await context.grantPermissions(['clipboard-read', 'clipboard-write']);
        await openInApp(page, path);
        const field = page.locator('#stake-amount');
        const form = page.locator('form:has(#stake-amount)');
        await expect(form.locator('.shares').getByRole('button').last()).toBeEnabled();
        for (const { name, act, value, stated, staked } of cases) {
          await test.step(name, async () => {
            await field.fill('');
            await field.focus();
            await act(page);
            await expect(field, name).toHaveValue(value);
            const said = form.locator('.stated');
            if (stated === null) await expect(said, name).toHaveCount(0);
            else await expect(said, name).toHaveText(`= ${stated}\u00a0JUF`);
            const button = form.locator('button[type=submit]');
            await expect(button, name).toHaveAttribute('aria-disabled', String(staked === null));
            if (staked !== null) await expect(button, name).toHaveText(review(texts, staked));
          });
        }
      });
    });
  }
});
