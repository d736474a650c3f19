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

test.use({ signedInAs: 6, expectedFaults: [/status of 4(04|22)|ERR_ABORTED|Failed to fetch/] });

test('everything due is claimed once, even if one claim is refused, the response is lost and the page is left', async ({
  page,
  member,
}) => {
  const list = page.getByRole('region', { name: claims.title });
  const modal = page.locator('#claim-all-modal');
  const lineOf = (kind: keyof typeof claims) => modal.locator(`[data-kind=${kind}]`);
  const act = modal.locator('.dlg-foot .btn-primary');
  const calls = watchPosts(page, '/profile/claimAll');
  await openInApp(page, '/home');
  const { claimable } = await member.api.call(dashboardHome, {});
  expect(claimable?.score.claimable ?? 0).toBeGreaterThan(0);

  await list.getByRole('button', { name: texts.button }).click();
  await expect(act).toHaveText(texts.act.replace('{{count}}', '3'));
  for (const kind of ['vestedJuf', 'roi', 'score'] as const) await expect(modal).toContainText(claims[kind]);
  await expect(modal).toContainText(texts.toBalance);
  // Daily points lapse on a day that is named.
  await expect(modal).not.toContainText('{{');
  // Another device claims today's points meanwhile.
  await member.api.call(juScoreClaim, {}, { idempotencyKey: crypto.randomUUID() });
  const juf = await balanceOf(member, 'JUF');
  // Paid, but the response is lost.
  await page.route('**/profile/claimAll', (route) => route.fetch().then(() => undefined), { times: 1 });
  await act.dblclick();
  await expect(modal.getByRole('heading', { name: actions.follow.sendingTitle })).toBeVisible();
  await expect.poll(() => balanceOf(member, 'JUF')).toBeGreaterThan(juf);
  await openInApp(page, '/home');

  await expect(modal.getByRole('heading', { name: actions.follow.doneTitle })).toBeVisible();
  await expect(modal).toContainText(progress(2, 3));
  await expect(page.locator('dialog[open]')).toHaveCount(1);
  await expect(lineOf('score')).toHaveAttribute('data-status', 'refused');
  await expect(lineOf('score')).toContainText(texts.gone);
  const paid = (await exactly(lineOf('vestedJuf').locator('.num').first())) + (await exactly(lineOf('roi').locator('.num').first()));
  expect((await balanceOf(member, 'JUF')) - juf).toBe(paid);
  expect(await exactly(modal.locator('.ledger .num'))).toBe(paid);
  await expect(modal.getByRole('link', { name: actions.follow.receipt.history })).toHaveCount(2);
  await expect(modal.getByRole('button', { name: actions.follow.receipt.print })).toBeVisible();
  expect(calls.length).toBeGreaterThan(1);
  expect(new Set(calls.map((call) => call.headers()['idempotency-key'])).size).toBe(1);
  await act.click();
  await expect(modal).toBeHidden();
});

test.describe('with a provider that lacks the call', { tag: '@full' }, () => {
  test.use({ signedInAs: 7 });

  test('each claim keeps its own button, and nothing is claimed unasked', async ({ page, member }) => {
    const list = page.getByRole('region', { name: claims.title });
    const modal = page.locator('#claim-all-modal');
    await page.route('**/profile/claimAll', (route) => route.fulfill({ status: 404, body: 'Not Found' }));
    await openInApp(page, '/home');
    const juf = await balanceOf(member, 'JUF');
    await list.getByRole('button', { name: texts.button }).click();
    await modal.locator('.dlg-foot .btn-primary').click();
    await expect(modal).toContainText(texts.lacking);
    await page.keyboard.press('Escape');
    await expect(modal).toBeHidden();
    await expect(list.getByRole('button', { name: texts.button })).toHaveCount(0);
    expect(await balanceOf(member, 'JUF')).toBe(juf);
    await list.getByRole('button', { name: claims.claimNamed.replace('{{what}}', claims.roi) }).click();
    const single = page.locator('#claim-roi-modal');
    await single.locator('.dlg-foot .btn-primary').click();
    await expect(single.getByRole('heading', { name: actions.follow.doneTitle })).toBeVisible();
  });
});
