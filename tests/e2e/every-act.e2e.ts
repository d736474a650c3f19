/** Every act that moves value or gives something, under each fault of its response: it happens at most once, the page claims nothing unknown, and the member can continue. */
import type { Page } from '@playwright/test';
import actions from '../../public/locales/en/action.json' with { type: 'json' };
import profile from '../../public/locales/en/profile.json' with { type: 'json' };
import score from '../../public/locales/en/score.json' with { type: 'json' };
import staking from '../../public/locales/en/staking.json' with { type: 'json' };
import { faultyAnswers, refusal } from './support/faulty-answers.ts';
import { openInApp } from './support/navigation.ts';
import { siteOrigin } from './support/ports.ts';
import { isWhole } from './support/sampled.ts';
import { stakingPage, watchPosts } from './support/staking-page.ts';
import { expect, test } from './support/test.ts';
import { tell } from './support/told-answers.ts';
import { treasuryPage } from './support/treasury-page.ts';

interface Act {
  signedInAs: 'newcomer' | number;
  path: string;
  call: string;
  /** Leads up to the confirming press. */
  review: (page: Page) => Promise<void>;
  /** What its refusal says of the money, or of what stayed as it was. */
  unchanged?: string;
}

const acts: Readonly<Record<string, Act>> = {
  'a purchase': {
    signedInAs: 'newcomer',
    path: '/treasury',
    call: '/sales/purchaseTreasury',
    review: (page) => treasuryPage(page).review('10'),
  },
  'a stake': {
    signedInAs: 'newcomer',
    path: '/staking',
    call: '/staking/stakingPurchase',
    review: (page) => stakingPage(page).review('101'),
  },
  'a claim of staking returns': {
    signedInAs: 4,
    path: '/staking',
    call: '/staking/claimRoi',
    review: async (page) => {
      const { positions } = stakingPage(page);
      await positions.scrollIntoViewIfNeeded();
      await positions.locator('tbody').getByRole('button', { name: staking.positions.claim }).first().click();
    },
  },
  'a purchase of points': {
    signedInAs: 'newcomer',
    path: '/profile/score',
    call: '/sales/juScore/purchase',
    review: async (page) => {
      const form = page.locator('form.buy-points');
      await form.getByLabel(score.buy.amount).fill('150');
      await form.getByRole('button', { name: score.buy.review }).click();
    },
  },
  'a claim of points': {
    signedInAs: 'newcomer',
    path: '/profile/score',
    call: '/sales/juScore/claim',
    review: (page) => page.getByRole('button', { name: 'Claim 12 points' }).click(),
  },
  'a role': {
    signedInAs: 'newcomer',
    path: '/profile/roles',
    call: '/profile/purchaseMemberRoles',
    review: (page) => page.getByRole('button', { name: 'Upgrade to Silver' }).click(),
  },
  'a code': {
    signedInAs: 'newcomer',
    path: '/profile',
    call: '/profile/activeCode',
    unchanged: profile.code.unchanged,
    review: async (page) => {
      await page.locator('#activation-code').fill('ABCD-EFGH');
      await page.locator('.code-form').getByRole('button', { name: profile.code.redeem }).click();
    },
  },
};
/** One of them, and one fault of it, besides the long tests. */
const tried = Object.entries(acts).filter(([name]) => isWhole || name === 'a role');
const faults = Object.entries(faultyAnswers).filter(([name]) => isWhole || name === 'whose answers are others');

for (const [act, { signedInAs, path, call, review, unchanged = actions.follow.nothingTaken }] of tried) {
  test.describe(act, () => {
    test.use({ signedInAs, expectedFaults: [/status of (401|403|409|429|5\d\d)|net::ERR_/] });

    for (const [name, answer] of faults) {
      test(`${act}, answered by a provider ${name}, is repeated with the same key until a response settles it`, async ({ page }) => {
        const posts = watchPosts(page, call);
        await confirm(page, { path, call, review }, () => page.route(`**/api${call}`, answer));
        const dialog = page.locator('dialog[open]');
        await expect(dialog.getByRole('heading', { name: actions.follow.unsureTitle })).toBeVisible();
        await expect(dialog).toContainText(actions.follow.unsure.answer.slice(0, 40));
        await expect(dialog).not.toContainText(unchanged);
        await page.route(`**/api${call}`, (route) => refusal(route, 409, 'PRICE_UNAVAILABLE'));
        await expect(page.locator('dialog[open]')).toContainText(unchanged, { timeout: 20_000 });
        expect(posts.length).toBeGreaterThan(1);
        expect(new Set(posts.map((post) => post.headers()['idempotency-key'])).size).toBe(1);
      });
    }

    test(`${act}, refused because of too many calls, says so, moves nothing, and leads back`, async ({ page }) => {
      const posts = watchPosts(page, call);
      await confirm(page, { path, call, review }, () => page.route(`**/api${call}`, (route) => refusal(route, 429, 'TOO_MANY_REQUESTS')));
      const dialog = page.locator('dialog[open]');
      await expect(dialog).toContainText('Refused for this test.');
      await expect(dialog).toContainText(unchanged);
      await dialog.getByRole('button', { name: actions.follow.back }).click();
      await expect(page.getByText(unchanged)).toHaveCount(0);
      expect(posts).toHaveLength(1);
    });

    for (const [status, code] of isWhole ? [[401, 'UNAUTHENTICATED'] as const, [403, 'MEMBER_BLOCKED'] as const] : []) {
      test(`${act}, refused with ${status}, ends the session and isn’t sent again`, async ({ page }) => {
        const posts = watchPosts(page, call);
        await confirm(page, { path, call, review }, () => page.route(`**/api${call}`, (route) => refusal(route, status, code)));
        await expect(page).toHaveURL(`${siteOrigin}/`);
        await expect(page.locator('html')).toHaveAttribute('data-session', 'out');
        expect(posts).toHaveLength(1);
        expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('jufi:pending:')))).toEqual([]);
      });
    }

    test(`${act} that is never answered covers the page, and is shown as open after a reload`, async ({ page }) => {
      test.skip(!isWhole, 'part of the long tests');
      const posts = watchPosts(page, call);
      await confirm(page, { path, call, review }, () => page.route(`**/api${call}`, () => new Promise(() => undefined)));
      await expect(page.locator('#loader:popover-open')).toBeVisible();
      await page.route(`**/api${call}`, (route) => refusal(route, 409, 'PRICE_UNAVAILABLE'));
      await openInApp(page, path);
      for (const island of await page.locator('main astro-island').all())
        await island.evaluate((one) => one.firstElementChild?.scrollIntoView());
      await expect(page.locator('dialog[open]')).toContainText(unchanged, { timeout: 20_000 });
      expect(new Set(posts.map((post) => post.headers()['idempotency-key'])).size).toBe(1);
    });
  });
}

async function confirm(page: Page, { path, call, review }: Omit<Act, 'signedInAs'>, fail: () => Promise<unknown>): Promise<void> {
  await tell(page, '**/api/wallet/overview', ({ walletList }) => ({
    walletList: (walletList as object[]).map((wallet) => ({ ...wallet, balance: '1000' })),
  }));
  await fail();
  await openInApp(page, path);
  const act = page.locator('dialog[open] .dlg-foot .btn-primary');
  await review(page);
  await expect(act).toHaveAttribute('aria-disabled', 'false');
  const sent = page.waitForRequest((request) => request.url().endsWith(call));
  await act.click();
  await sent;
}
