import actions from '../../public/locales/en/action.json' with { type: 'json' };
import home from '../../public/locales/en/home.json' with { type: 'json' };
import { dashboardHome } from '../../src/lib/api/contract/dashboard.ts';
import { juScoreClaim } from '../../src/lib/api/contract/score.ts';
import { balanceOf } from './support/balance-of.ts';
import { openInApp } from './support/navigation.ts';
import { exactly, watchPosts } from './support/staking-page.ts';
import { expect, test } from './support/test.ts';

const { claims, claimAll: texts } = home;
const progress = (done: number, count: number): string =>
  texts.progress.replace('{{done}}', String(done)).replace('{{count}}', String(count));

test.use({ signedInAs: 6, expectedFaults: [/status of 422|ERR_ABORTED|Failed to fetch/] });

test('everything due is claimed once, even if one claim is refused, a response is lost and the page is left halfway', async ({
  page,
  member,
}) => {
  const list = page.getByRole('region', { name: claims.title });
  const modal = page.locator('#claim-all-modal');
  const lineOf = (kind: keyof typeof claims) => modal.locator(`[data-kind=${kind}]`);
  const act = modal.locator('.dlg-foot .btn-primary');
  const calls = {
    vested: watchPosts(page, '/staking/claimJuf'),
    returns: watchPosts(page, '/staking/claimRoi'),
    points: watchPosts(page, '/sales/juScore/claim'),
  };
  await openInApp(page, '/home');
  const { claimable } = await member.api.call(dashboardHome, {});
  const due = claimable?.score.claimable ?? 0;
  expect(due).toBeGreaterThan(0);

  await list.getByRole('button', { name: texts.button }).click();
  await expect(act).toHaveText(texts.act.replace('{{count}}', '3'));
  for (const kind of ['vestedJuf', 'roi', 'score'] as const) await expect(modal).toContainText(claims[kind]);
  await expect(modal).toContainText(texts.toBalance);
  // Another device claims today's points meanwhile.
  await member.api.call(juScoreClaim, {}, { idempotencyKey: crypto.randomUUID() });
  const juf = await balanceOf(member, 'JUF');
  // The returns are paid, but the response is lost.
  await page.route('**/staking/claimRoi', (route) => route.fetch().then(() => undefined), { times: 1 });
  await act.dblclick();
  await expect(lineOf('vestedJuf')).toHaveAttribute('data-status', 'done');
  await expect(lineOf('roi')).toHaveAttribute('data-status', 'sending');
  await expect(lineOf('score')).toHaveAttribute('data-status', 'waiting');
  const vested = await exactly(lineOf('vestedJuf').locator('.num').first());
  await expect.poll(() => balanceOf(member, 'JUF')).toBeGreaterThan(juf + vested);
  await openInApp(page, '/home');

  await expect(modal.getByRole('heading', { level: 3 })).toHaveText(progress(2, 3));
  await expect(page.locator('dialog[open]')).toHaveCount(1);
  await expect(lineOf('score')).toHaveAttribute('data-status', 'refused');
  await expect(lineOf('score')).toContainText(texts.notClaimed.replace('{{reason}}', ''));
  const returns = await exactly(lineOf('roi').locator('.num').first());
  expect((await balanceOf(member, 'JUF')) - juf).toBe(vested + returns);
  expect(await exactly(modal.locator('.ledger .num'))).toBe(vested + returns);
  await expect(modal.getByRole('link', { name: actions.follow.receipt.history })).toHaveCount(2);
  await expect(modal.getByRole('term').getByText(actions.follow.receipt.fee)).toBeVisible();
  await expect(modal.getByRole('button', { name: actions.follow.receipt.print })).toBeVisible();
  expect(calls.vested).toHaveLength(1);
  expect(calls.returns.length).toBeGreaterThan(1);
  expect(new Set(calls.returns.map((call) => call.headers()['idempotency-key'])).size).toBe(1);
  expect(calls.points).toHaveLength(1);
  await act.click();
  await expect(modal).toBeHidden();
});

test.describe('a claim hidden while it is running', () => {
  test.use({ signedInAs: 7 });

  test('shows its state on the page, and can be reopened from there', async ({ page }) => {
    const list = page.getByRole('region', { name: claims.title });
    const modal = page.locator('#claim-all-modal');
    const act = modal.locator('.dlg-foot .btn-primary');
    const vested = watchPosts(page, '/staking/claimJuf');
    await openInApp(page, '/home');
    await list.getByRole('button', { name: texts.button }).click();
    const { promise: isPutAway, resolve: putAway } = Promise.withResolvers<undefined>();
    await page.route('**/staking/claimRoi', (route) => isPutAway.then(() => route.continue()), { times: 1 });
    await act.click();
    await expect(modal.locator('[data-kind=roi]')).toHaveAttribute('data-status', 'sending');
    await page.keyboard.press('Escape');
    await expect(modal).toBeHidden();
    await expect(list.getByRole('status')).toContainText(texts.running);
    putAway(undefined);
    await expect(list.getByRole('status')).toContainText(progress(3, 3));
    await list.getByRole('status').getByRole('button').click();
    await expect(modal.getByRole('heading', { level: 3 })).toHaveText(progress(3, 3));
    await page.keyboard.press('Escape');
    await expect(modal).toBeHidden();
    await openInApp(page, '/home');
    await expect(list.getByRole('heading', { name: claims.title, exact: true })).toBeVisible();
    await expect(list.locator('.sk')).toHaveCount(0);
    await expect(modal).toBeHidden();
    expect(vested).toHaveLength(1);
  });
});
