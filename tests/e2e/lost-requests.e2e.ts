import type { Page } from '@playwright/test';
import actions from '../../public/locales/en/action.json' with { type: 'json' };
import session from '../../public/locales/en/session.json' with { type: 'json' };
import swap from '../../public/locales/en/swap.json' with { type: 'json' };
import { developmentAccount, signInByApi } from './support/api-member.ts';
import { developmentWallet } from './support/development-wallet.ts';
import { openInApp, stored, typeAddress } from './support/navigation.ts';
import { routeUntil } from './support/route-until.ts';
import { isWhole } from './support/sampled.ts';
import { siteParts } from './support/site-parts.ts';
import { startSwapChain, type SwapChain } from './support/swap-chain.ts';
import { expect, test } from './support/test.ts';
import { treasuryPage } from './support/treasury-page.ts';
import { connectedWallet, walletPage } from './support/wallet-page.ts';
import { signInByWallet } from './support/wallet-sign-in.ts';

const { missing } = actions;
/** What a page loads on demand: scripts, and texts. */
const PARTS = /\/(_astro\/.+\.js|locales\/.+\.json)$/;
const MEMBER = 9;

test.use({ expectedFaults: [/ERR_|status of 503|dynamically imported module|\[astro-island\]|JSON/] });

let chain: SwapChain;

const flows: { name: string; signedInAs: 'nobody' | 'newcomer' | number; run: (page: Page) => Promise<unknown> }[] = [
  {
    name: 'a login link',
    signedInAs: 'nobody',
    run: async (page) => {
      const { token, user } = await signInByApi();
      await typeAddress(page, `/home?token=${token}`);
      await page.getByRole('button', { name: session.shell.link.switch.replace('{{other}}', user.username), exact: true }).click();
      await expect(siteParts(page).accountChip).toContainText(user.address.slice(-4));
      await page.evaluate(() => localStorage.clear());
    },
  },
  {
    name: 'an invitation',
    signedInAs: 'newcomer',
    run: async (page) => {
      const { user } = await signInByApi();
      await openInApp(page, `/home?referralCode=${user.referralCode}`);
      const question = page.locator('#referral-modal');
      await question.getByRole('button', { name: session.referral.later }).click();
      await expect(question).toBeHidden();
    },
  },
  {
    name: 'signing in',
    signedInAs: 'nobody',
    run: async (page) => {
      await typeAddress(page, '/');
      await signInByWallet(page, 2);
      await expect(siteParts(page).accountChip).toContainText(developmentAccount(2).address.slice(-4));
      await page.evaluate(() => localStorage.clear());
    },
  },
  {
    name: 'a purchase',
    signedInAs: MEMBER,
    run: async (page) => {
      const { review, buyButton, success } = treasuryPage(page);
      await openInApp(page, '/treasury');
      await review('10');
      await buyButton.click();
      await expect(success.getByRole('heading', { level: 3 })).toHaveText(actions.follow.doneTitle);
    },
  },
  {
    name: 'a transfer',
    signedInAs: MEMBER,
    run: async (page) => {
      const { review, confirm, outcome } = walletPage(page);
      await openInApp(page, '/wallet');
      await review(developmentAccount(8).address, '1');
      await confirm.click();
      await developmentWallet(page).signData();
      await expect(outcome).toHaveText(actions.follow.doneTitle);
    },
  },
  {
    name: 'a swap and its transactions',
    signedInAs: MEMBER,
    run: async (page) => {
      await chain.lead(page);
      await openInApp(page, '/swap');
      const box = page.getByRole('form', { name: swap.form.label });
      await box.locator('#swap-in').fill('5');
      await expect(box.locator('.btn-block')).toHaveAttribute('aria-disabled', 'false');
      await box.locator('.btn-block').click();
      const run = page.locator('.swap-run');
      const wallet = developmentWallet(page);
      await wallet.send();
      await wallet.send();
      await expect(run).toHaveAttribute('data-stage', 'DONE');
    },
  },
];

for (const { name, signedInAs, run } of flows) {
  test.describe(name, () => {
    test.use({ signedInAs, stored: typeof signedInAs === 'number' ? connectedWallet(signedInAs) : {} });
    if (name.includes('swap')) {
      test.beforeAll(async () => void (chain = await startSwapChain()));
      test.afterAll(() => chain.node.kill());
    }

    test('succeeds although the first request for each of its parts is lost', async ({ page }) => {
      await answerNotice(page);
      const lost = await loseFirst(page, () => true);
      await run(page);
      expect(lost.size).toBeGreaterThan(name === 'a login link' ? 3 : 5);
    });

    if (isWhole)
      test('succeeds although the first request for one of its parts is lost, whichever it is', async ({ page, context }) => {
        const files = await loseFirst(page, () => true);
        await answerNotice(page);
        await run(page);
        test.setTimeout(20_000 * files.size);
        for (const file of files) {
          const other = await context.newPage();
          await answerNotice(other);
          await loseFirst(other, (path) => path === file);
          await test.step(file, () => run(other));
          await other.close();
        }
      });
  });
}

test.describe('a login link on a page whose script doesn’t come', () => {
  for (const [how, answer] of [
    ['never', undefined],
    ['until the person tries again', 'retry'],
  ] as const)
    test(`${how}: the page says so, and is loaded anew without losing the link`, async ({ page }) => {
      const { token, user } = await signInByApi();
      const notice = page.locator('#missing-notice');
      const restore = await routeUntil(page, '**/_astro/shell.*', (route) => route.fulfill({ status: 503 }));
      await typeAddress(page, `/home?token=${token}`);
      await expect(notice).toBeVisible();
      await expect(notice).toContainText(missing.text);
      if (answer === undefined) {
        // As in a browser that remembers the failure: the file is missing until the page is loaded anew.
        const loaded = page.waitForEvent('load');
        await notice.getByRole('button', { name: missing.retry }).click();
        await loaded;
        await expect(notice).toBeVisible();
      }
      restore();
      await notice.getByRole('button', { name: missing.retry }).click();
      await page.getByRole('button', { name: session.shell.link.switch.replace('{{other}}', user.username), exact: true }).click();
      await expect(siteParts(page).accountChip).toContainText(user.address.slice(-4));
      await expect(notice).toBeHidden();
      expect(await stored(page, 'AUTH_TOKEN')).toBe(token);
    });
});

test.describe('choosing a wallet', () => {
  for (const { part, files } of [
    { part: 'what draws the choice', files: '**/_astro/dialogs.*.js' },
    { part: 'what signs in', files: '**/_astro/*sign-in*.js' },
    { part: 'its texts', files: '**/locales/en/session.json' },
  ])
    test(`says that ${part} is missing, above the dialog, and goes on once it is there`, async ({ page, wallet }) => {
      const { walletModal, signModal, signInButton } = siteParts(page);
      const choice = walletModal.getByRole('button', { name: 'JuFi Wallet' });
      const notice = page.locator('#missing-notice');
      await page.setViewportSize({ width: 360, height: 640 });
      const restore = await routeUntil(page, files, (route) => route.abort());
      await typeAddress(page, '/');
      await signInButton.click();
      await choice.click();
      await expect(notice).toBeVisible();
      await expect(notice).toContainText(missing.text);
      await expect(notice).toBeInViewport();
      restore();
      await notice.getByRole('button', { name: missing.retry }).click();
      await expect(notice).toBeHidden();
      // What waits for the dialog itself is kept.
      if (part === 'what signs in') await choice.click();
      await wallet.connect(2);
      await expect(signModal).toBeVisible();
      await expect(walletModal.locator('[aria-busy=true]')).toHaveCount(0);
    });
});

test.describe('an island whose script doesn’t come', () => {
  test.use({ signedInAs: MEMBER });

  test('is said to be missing, and comes alive when the person tries again', async ({ page }) => {
    const notice = page.locator('#missing-notice');
    const { packages } = treasuryPage(page);
    const restore = await routeUntil(page, '**/_astro/TreasuryPurchase.*', (route) => route.abort());
    await openInApp(page, '/treasury');
    await expect(notice).toBeVisible();
    await expect(notice).toContainText(missing.text);
    restore();
    await notice.getByRole('button', { name: missing.retry }).click();
    await expect(packages.getByRole('button', { name: /Seed/ })).toBeEnabled();
    await expect(notice).toBeHidden();
  });
});

/** Loses the first request for each file, and returns the paths lost so far. */
async function loseFirst(page: Page, isLost: (path: string) => boolean): Promise<ReadonlySet<string>> {
  const lost = new Set<string>();
  await page.route(PARTS, (route) => {
    const { pathname } = new URL(route.request().url());
    if (lost.has(pathname) || !isLost(pathname)) return route.fallback();
    lost.add(pathname);
    return route.abort('connectionreset');
  });
  return lost;
}

/** Tries again whenever the page says that a part is missing. */
async function answerNotice(page: Page): Promise<void> {
  const notice = page.locator('#missing-notice');
  // Between the look and the press it may go by itself; and the page that is loaded anew may miss another part at once.
  const tryAgain = () =>
    notice
      .getByRole('button', { name: missing.retry })
      .click({ timeout: 2_000 })
      .catch(() => undefined);
  await page.addLocatorHandler(notice, tryAgain, { noWaitAfter: true });
}
