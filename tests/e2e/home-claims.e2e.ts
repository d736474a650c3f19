import actions from '../../public/locales/en/action.json' with { type: 'json' };
import home from '../../public/locales/en/home.json' with { type: 'json' };
import score from '../../public/locales/en/score.json' with { type: 'json' };
import treasury from '../../public/locales/en/treasury.json' with { type: 'json' };
import { fromDecimalString } from '../../src/lib/amount.ts';
import type { ClaimInfo } from '../../src/lib/api/contract/claim-info.ts';
import { dashboardHome } from '../../src/lib/api/contract/dashboard.ts';
import { balanceOf } from './support/balance-of.ts';
import { openInApp } from './support/navigation.ts';
import { siteParts } from './support/site-parts.ts';
import { exactly, watchPosts } from './support/staking-page.ts';
import { expect, test } from './support/test.ts';

const { claims } = home;
const nameOf = (kind: keyof ClaimInfo): string => claims.claimNamed.replace('{{what}}', claims[kind]);

const DAY_MS = 86_400_000;

test.use({ signedInAs: 1, expectedFaults: [/ERR_CONNECTION_RESET|Failed to fetch/] });

test('each line is claimed once, whatever happens to its response or its page', async ({ page, member }) => {
  const list = page.getByRole('region', { name: claims.title });
  await openInApp(page, '/home');

  await list.getByRole('button', { name: nameOf('bonus') }).waitFor();
  // Each due claim has its own row with the amount.
  for (const what of await list.locator('.what').all()) expect((await what.boundingBox())?.width).toBeGreaterThan(200);
  // What lapses says so, each with its own date.
  const { privilege } = (await member.api.call(dashboardHome, {})).claimable ?? {};
  const zoned = { timeZone: await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone) };
  const day = (at: number): string => new Intl.DateTimeFormat('en-GB', { ...zoned, day: 'numeric', month: 'short' }).format(at);
  await expect(list).toContainText(claims.note);
  await expect(list.locator('li', { hasText: claims.privilege })).toContainText(`Lapses on ${day(Date.parse(privilege?.nextAt ?? ''))}`);
  await expect(list.locator('li', { hasText: claims.score })).toContainText(`lapse on ${day(Date.now() - (Date.now() % DAY_MS) + DAY_MS)}`);

  // The bonus: an exact amount, pressed twice.
  const due = (await member.api.call(dashboardHome, {})).claimable?.bonus.claimable ?? '0';
  const usdt = await balanceOf(member, 'USDT');
  const bonusCalls = watchPosts(page, '/profile/claimBonus');
  await list.getByRole('button', { name: nameOf('bonus') }).click();
  const bonus = page.locator('#claim-bonus-modal');
  await bonus.locator('.dlg-foot .btn-primary').dblclick();
  await expect(bonus.getByRole('heading', { name: actions.follow.doneTitle })).toBeVisible();
  expect(bonusCalls).toHaveLength(1);
  expect(fromDecimalString(due, 18)).toBeGreaterThan(0n);
  expect((await balanceOf(member, 'USDT')) - usdt).toBe(fromDecimalString(due, 6));
  await page.keyboard.press('Escape');
  await expect(list.getByRole('button', { name: nameOf('bonus') })).toHaveCount(0);

  // The returns: paid, but the response is lost.
  const juf = await balanceOf(member, 'JUF');
  const returnCalls = watchPosts(page, '/staking/claimRoi');
  await page.route(
    '**/staking/claimRoi',
    async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    },
    { times: 1 },
  );
  await list.getByRole('button', { name: nameOf('roi') }).click();
  const returns = page.locator('#claim-roi-modal');
  await returns.locator('.dlg-foot .btn-primary').click();
  await expect(returns.getByRole('heading', { name: actions.follow.doneTitle })).toBeVisible();
  expect(new Set(returnCalls.map((call) => call.headers()['idempotency-key'])).size).toBe(1);
  expect((await balanceOf(member, 'JUF')) - juf).toBe(await exactly(returns.locator('.ledger .num').first()));
  await page.keyboard.press('Escape');

  // Vested JUF: the page is left before the response, and shows it on return.
  await page.route('**/staking/claimJuf', (route) => route.fetch().then(() => undefined), { times: 1 });
  const before = await balanceOf(member, 'JUF');
  await list.getByRole('button', { name: nameOf('vestedJuf') }).click();
  const vested = page.locator('#claim-vestedJuf-modal');
  await expect(vested).toContainText(treasury.claim.uncoveredSome);
  await vested.locator('.dlg-foot .btn-primary').click();
  await expect(vested.getByRole('heading', { name: actions.follow.sendingTitle })).toBeVisible();
  await expect.poll(() => balanceOf(member, 'JUF')).toBeGreaterThan(before);
  await openInApp(page, '/home');
  await expect(vested.getByRole('heading', { name: actions.follow.doneTitle })).toBeVisible();
  expect((await balanceOf(member, 'JUF')) - before).toBe(await exactly(vested.locator('.ledger .num').first()));
  await page.keyboard.press('Escape');

  const dialog = page.locator('#claim-privilege-modal');
  await list.getByRole('button', { name: nameOf('privilege') }).click();
  await dialog.locator('.dlg-foot .btn-primary').click();
  await expect(dialog.getByRole('heading', { name: actions.follow.doneTitle })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(list.getByRole('button', { name: nameOf('privilege') })).toHaveCount(0);
  // Points cost nothing and can't be lost: one press, and a toast.
  await list.getByRole('button', { name: nameOf('score') }).click();
  await expect(siteParts(page).toasts.filter({ hasText: score.claim.done })).toBeVisible();
  await expect(page.locator('dialog[open]')).toHaveCount(0);
  await expect(list.getByRole('button', { name: nameOf('score') })).toHaveCount(0);
  const left = (await member.api.call(dashboardHome, {})).claimable;
  expect(left).toMatchObject({ privilege: { claimable: false }, score: { claimable: 0 } });
});
