import type { Locator, Page } from '@playwright/test';
import german from '../../public/locales/de/session.json' with { type: 'json' };
import session from '../../public/locales/en/session.json' with { type: 'json' };
import staking from '../../public/locales/en/staking.json' with { type: 'json' };
import { shortenAddress } from '../../src/lib/shorten-address.ts';
import { developmentAccount } from './support/api-member.ts';
import { openInApp } from './support/navigation.ts';
import { stakingPage, watchPosts } from './support/staking-page.ts';
import { connectedWallet } from './support/wallet-page.ts';
import { expect, test } from './support/test.ts';
import { openFigures, translatePage, type Translator } from './support/translator.ts';

const MEMBER = 6;
const STAKER = { signedInAs: 4, stored: connectedWallet(4) };
const TRANSLATORS: readonly Translator[] = ['copies', 'moves', 'replaces'];
// What a translator changed before an island came to life, React draws anew, and says so.
const DRAWN_ANEW = /Minified React error #(418|423|425)/;

test.use({ signedInAs: MEMBER, stored: connectedWallet(MEMBER), expectedFaults: [DRAWN_ANEW] });

for (const translator of TRANSLATORS) {
  test.describe(`while a translator ${translator} its texts`, () => {
    test.describe('on the staking page', () => {
      test.use(STAKER);

      test('a stake is typed, reviewed, cancelled, typed anew and made, with its own figures', async ({ page }) => {
        const { form, amount, stakeModal, act } = stakingPage(page);
        await openInApp(page, '/staking');
        await expect(form.locator('button[type=submit]')).not.toHaveAttribute('disabled');
        await translatePage(page, translator);
        await amount.fill('1');
        await expect(form.locator('.err')).not.toBeEmpty();
        await amount.fill('150');
        await form.getByRole('radio').first().check({ force: true });
        const submit = form.locator('button[type=submit]');
        await expect(submit).toContainText(/150/);
        await submit.click();
        await expect(stakeModal.locator('.review-from, .dlg-body').first()).toContainText('150.00');
        await page.keyboard.press('Escape');
        await expect(stakeModal).toBeHidden();
        await amount.fill('101');
        await expect(submit).toContainText('101');
        await submit.click();
        const sent = watchPosts(page, '/staking/stakingPurchase');
        await expect(act(stakeModal)).toContainText('101');
        // The account’s JUF is enough for one.
        if (translator !== 'copies') return;
        await act(stakeModal).click();
        await expect(stakeModal.locator('[data-step=done]')).toContainText('101');
        expect(sent).toHaveLength(1);
        await expect(page.locator('.broken')).toHaveCount(0);
      });
    });

    test('a purchase is typed, reviewed and taken back', async ({ page }) => {
      await openInApp(page, '/treasury');
      await expect(page.locator('.packages button.btn').first()).toBeEnabled();
      await translatePage(page, translator);
      await page.locator('.packages button.btn').first().click();
      const modal = page.locator('#treasury-purchase-modal');
      const pay = modal.getByRole('textbox').first();
      await pay.fill('25');
      await pay.fill('30');
      const review = modal.locator('button[type=submit]');
      await expect(review).toHaveAttribute('aria-disabled', 'false');
      await pay.press('Enter');
      await expect(modal.locator('.dlg-foot .btn-primary')).toContainText('30');
      await expect(modal).toContainText('30.00');
      await page.keyboard.press('Escape');
      await expect(page.locator('.broken')).toHaveCount(0);
      await page.locator('.packages button.btn').nth(1).click();
      await expect(modal).toBeVisible();
    });

    test('a transfer finds its recipient and is reviewed', async ({ page }) => {
      await openInApp(page, '/wallet');
      const button = page.locator('.balances button').last();
      await expect(button).toBeEnabled();
      await translatePage(page, translator);
      await button.click();
      const modal = page.locator('#transfer-modal');
      await modal.locator('#transfer-to').fill(developmentAccount(8).address);
      await expect(modal.locator('.to')).toBeVisible();
      await modal.locator('#transfer-to').fill(developmentAccount(7).address);
      await expect(modal.locator('.to .addr')).toHaveText(shortenAddress(developmentAccount(7).address));
      await modal.locator('.amount input').fill('2.5');
      await modal.locator('button[type=submit]').click();
      await expect(modal.locator('.dlg-foot .btn-primary')).toContainText('2.5');
      await expect(page.locator('.broken')).toHaveCount(0);
    });

    test('a swap is typed and its figures follow', async ({ page }) => {
      await openInApp(page, '/swap');
      const amount = page.locator('#swap-in');
      await expect(amount).toBeEditable();
      await translatePage(page, translator);
      await amount.fill('10');
      await expect(page.locator('.swap-page form .btn-block')).toContainText('10');
      const out = page.locator('#swap-out');
      await expect(out).not.toHaveValue('');
      await amount.fill('45000');
      await expect(page.locator('.swap-messages').getByRole('textbox')).toBeVisible();
      await amount.fill('25');
      await expect(page.locator('.swap-page form .btn-block')).toContainText('25');
      await expect(page.locator('.broken')).toHaveCount(0);
    });
  });
}

for (const path of [
  '/home',
  '/wallet',
  '/wallet/history',
  '/wallet/year',
  '/treasury',
  '/staking',
  '/swap',
  '/profile',
  '/profile/team',
  '/profile/bonuses',
  '/profile/roles',
  '/profile/score',
  '/profile/power',
  '/profile/settings',
]) {
  test(`${path} lets no translator at its figures`, async ({ page }) => {
    await openInApp(page, path);
    await showAll(page);
    expect(await openFigures(page)).toEqual([]);
    await translatePage(page, 'copies');
    await expect(page.locator('.broken')).toHaveCount(0);
  });
}

test.describe('an island that fails', () => {
  test.use({ ...STAKER, expectedFaults: [/NotFoundError/] });

  test('says so in its place, offers to reload, and keeps what was entered', async ({ page }) => {
    const { form, amount } = stakingPage(page);
    await openInApp(page, '/staking');
    await expect(form.locator('button[type=submit]')).not.toHaveAttribute('disabled');
    await amount.fill('1');
    await expect(form.locator('#stake-amount-fault')).not.toBeEmpty();
    await moveParts(form.locator('#stake-amount-fault'));
    await amount.fill('150');
    const notice = page.getByRole('alert').filter({ hasText: session.broken.text });
    await expect(notice).toBeVisible();
    await expect(notice.getByRole('button')).toHaveText([session.dialog.reload]);
    await expect(page.getByRole('heading', { name: staking.positions.title })).toBeVisible();
    const loaded = page.waitForEvent('load');
    await notice.getByRole('button').click();
    await loaded;
    await expect(amount).toHaveValue('150');
  });

  test.describe('in a dialog', () => {
    test.use({ signedInAs: 'nobody', stored: { lang: 'de' } });

    test('says so there, in the page’s language, and can be closed', async ({ page }) => {
      await openInApp(page, '/de/announcements');
      await page.locator('[commandfor=wallet-modal]').first().click();
      const modal = page.locator('#wallet-modal');
      await expect(modal).not.toHaveAttribute('data-still');
      const other = modal.locator('button[aria-expanded]').last();
      await other.click();
      await expect(other).toHaveAttribute('aria-expanded', 'true');
      await moveParts(page.locator('#other-wallets').locator('xpath=..'));
      await other.click();
      await expect(modal.getByRole('alert').filter({ hasText: german.broken.text })).toBeVisible();
      await modal.getByRole('button', { name: german.dialog.close }).click();
      await expect(modal).toBeHidden();
    });
  });
});

/** Moves elements of React's, so that it can't remove them any more. */
function moveParts(parent: Locator): Promise<void> {
  return parent.evaluate((element) => {
    const box = document.createElement('div');
    box.append(...element.childNodes);
    element.append(box);
  });
}

async function showAll(page: Page): Promise<void> {
  await page.keyboard.press('Tab');
  await expect(page.locator('astro-island[ssr]')).toHaveCount(0);
  await expect(page.locator('main .sk:visible')).toHaveCount(0);
}
