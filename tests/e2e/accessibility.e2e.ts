import type { Page } from '@playwright/test';
import texts from '../../public/locales/en/session.json' with { type: 'json' };
import { openInApp } from './support/navigation.ts';
import { halved, sampled } from './support/sampled.ts';
import { barriers } from './support/barriers.ts';
import { siteParts } from './support/site-parts.ts';
import { expect, test } from './support/test.ts';

/** Pages with what opens the dialog that moves value. */
const MEMBER_PAGES_WITH_DIALOGS = [
  ['/home', null],
  ['/wallet', '.balances button'],
  ['/wallet/history', null],
  ['/wallet/year', null],
  ['/treasury', '.packages .act button'],
  ['/staking', null],
  ['/profile', null],
  ['/profile/team', null],
  ['/profile/bonuses', null],
  ['/profile/roles', '.roles .act button'],
  ['/profile/score', null],
  ['/profile/power', null],
  ['/profile/settings', null],
] as const;
const PUBLIC_PAGES = [
  '',
  '/announcements',
  '/announcements/stay-safe',
  '/reserves',
  '/how-it-works',
  '/official',
  '/help',
  '/status',
  '/privacy',
  '/accessibility',
  '/offline',
  '/no-such-page',
] as const;

const THEMES = ['theme-dark', 'theme-light'] as const;
/** Each theme in each of three languages: the texts of the browser's own language, long words, and letters that stack. */
const LOOKS = (['en', 'de', 'th'] as const).flatMap((lang) => THEMES.map((theme) => ({ lang, theme })));

for (const [path, look] of sampled(PUBLIC_PAGES, LOOKS)) {
  test.describe(`${look.theme} in ${look.lang}`, () => {
    test.use({ stored: look, expectedFaults: [/status of 404/] });

    test(`${path || '/'} has no barrier`, async ({ page }) => {
      await page.goto(localized(look.lang, path));
      await expect(page.locator('html')).toHaveClass(look.theme);
      await expect(page.locator('html')).toHaveAttribute('lang', look.lang);
      expect(await barriers(page)).toEqual([]);
    });
  });
}

for (const theme of THEMES) {
  test.describe(theme, { tag: theme === 'theme-dark' ? [] : '@full' }, () => {
    test.use({ stored: { theme } });

    test('the wallet modal and the sign message modal have no barrier', async ({ page, wallet }) => {
      const { walletModal, signModal, signInButton } = siteParts(page);
      await page.goto('/');
      await signInButton.click();
      await walletModal.getByRole('button', { name: 'Other' }).click();
      await expect(walletModal.getByRole('list', { name: texts.wallets.recommended })).toBeVisible();
      expect(await barriers(page)).toEqual([]);
      await walletModal.getByRole('button', { name: 'JuFi Wallet' }).click();
      await wallet.connect(2);
      await signModal.getByText(texts.sign.show).click();
      await expect(signModal.locator('pre')).toBeVisible();
      expect(await barriers(page)).toEqual([]);
    });
  });
}

for (const [[path, opener], look] of sampled(MEMBER_PAGES_WITH_DIALOGS, LOOKS)) {
  test.describe(`${look.theme} in ${look.lang}, signed in`, () => {
    test.use({ stored: look, signedInAs: 1 });

    test(`${path} has no barrier${opener === null ? '' : ', nor has its dialog'}`, async ({ page }) => {
      await openInApp(page, localized(look.lang, path));
      await showAll(page);
      expect(await barriers(page)).toEqual([]);
      if (opener === null) return;
      await page.locator(opener).first().click();
      await expect(page.locator('dialog[open]').locator('.amount-foot, .dlg-foot').first()).toBeVisible();
      await expect(page.locator('dialog[open] [aria-busy=true]')).toHaveCount(0);
      expect(await barriers(page)).toEqual([]);
    });
  });
}

for (const [path, look] of sampled(halved([...MEMBER_PAGES_WITH_DIALOGS.map(([page]) => page).reverse(), '/swap']), LOOKS)) {
  test.describe(`${look.theme} in ${look.lang}, with nothing yet`, { tag: '@full' }, () => {
    test.use({ stored: look, signedInAs: 'newcomer' });

    test(`${path} has no barrier`, async ({ page }) => {
      await openInApp(page, localized(look.lang, path));
      await showAll(page);
      expect(await barriers(page)).toEqual([]);
    });
  });
}

const LANGUAGES = ['de', 'th'] as const;
const NARROW = { viewport: { width: 320, height: 640 } };

for (const language of LANGUAGES) {
  test.describe(`at 320 px, in ${language}`, { tag: '@full' }, () => {
    test.use(NARROW);

    test('the wallet modal does not scroll sideways', async ({ page }) => {
      await page.goto(`/${language}`);
      const { walletModal } = siteParts(page);
      await page.locator('header [commandfor=wallet-modal]').click();
      await expect(walletModal).toBeVisible();
      expect(
        await walletModal.evaluate((dialog) => Math.max(dialog.scrollWidth, dialog.getBoundingClientRect().right)),
      ).toBeLessThanOrEqual(320);
    });
  });
}

function localized(language: string, path: string): string {
  return language === 'en' ? path || '/' : `/${language}${path}`;
}

/** Every island that hydrates when visible has been scrolled to, and nothing is loading any more. */
async function showAll(page: Page): Promise<void> {
  for (const island of await page.locator('main astro-island').all()) await island.evaluate(look);
  await expect(page.locator('main astro-island[ssr]')).toHaveCount(0);
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
}

/** An island without content can't be scrolled to. Its visibility observer is notified with the next frame. */
async function look(island: Element): Promise<void> {
  island.firstElementChild?.scrollIntoView({ block: 'center', behavior: 'instant' });
  for (let frames = 0; frames < 2; frames += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
}
