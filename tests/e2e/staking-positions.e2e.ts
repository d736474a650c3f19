import actions from '../../public/locales/en/action.json' with { type: 'json' };
import errors from '../../public/locales/en/errors.json' with { type: 'json' };
import texts from '../../public/locales/en/staking.json' with { type: 'json' };
import { fromDecimalString, toDecimalString } from '../../src/lib/amount.ts';
import { stakeOrder } from '../../src/lib/api/contract/order-intent.ts';
import { stakingInfo, stakingPurchase, turboChargeList } from '../../src/lib/api/contract/staking.ts';
import { momentsOfAccrual, stakeFacts } from '../../src/lib/staking/live-positions.ts';
import type { StakingPosition } from '../../src/lib/staking/choose-tier.ts';
import { type ApiMember, signOrder } from './support/api-member.ts';
import { balanceOf } from './support/balance-of.ts';
import { openInApp } from './support/navigation.ts';
import { exactly, positionsOf, stakingPage, watchPosts } from './support/staking-page.ts';
import { expect, test } from './support/test.ts';
import { tell, tellBalance } from './support/told-answers.ts';

const { positions: names } = texts;

test.describe('a member with stakes', () => {
  // Serial, because both change the same balance.
  test.describe.configure({ mode: 'serial' });
  test.use({ signedInAs: 4, expectedFaults: [/status of 422/] });

  test('claims one and then all: the displayed figure grows, and never exceeds the payment', async ({ page, member }) => {
    const { claimModal, act, rowOf, positions } = stakingPage(page);
    const before = await balanceOf(member, 'JUF');
    await openInApp(page, '/staking');
    await positions.scrollIntoViewIfNeeded();
    const shown = rowOf('160').locator('td').nth(1).locator('.num').first();
    const first = await exactly(shown);
    await expect.poll(() => exactly(shown)).toBeGreaterThan(first);

    await rowOf('160').getByRole('button', { name: names.claim }).click();
    const offered = await exactly(claimModal.locator('.leg .num').first());
    await act(claimModal).dblclick();
    await expect(claimModal.getByRole('heading', { name: actions.follow.doneTitle })).toBeVisible();
    const paid = await exactly(claimModal.locator('.ledger .num').first());
    expect(paid).toBeGreaterThanOrEqual(offered);
    expect(await balanceOf(member, 'JUF')).toBe(before + paid);
    const claimed = (await positionsOf(member)).find(({ amount }) => amount === '160');
    expect(claimed && wasEarned(claimed)).toBe(true);

    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: texts.overview.claimAll }).click();
    await act(claimModal).click();
    await expect(claimModal.getByRole('heading', { name: actions.follow.doneTitle })).toBeVisible();
    const rest = await exactly(claimModal.locator('.ledger .num').first());
    expect(await balanceOf(member, 'JUF')).toBe(before + paid + rest);
  });

  test('withdraws capital after maturity, not before and not twice', async ({ page, member }) => {
    const { withdrawModal, act, rowOf, positions } = stakingPage(page);
    const asMatured = { on: false };
    await tell(page, '**/api/staking/stakingList?status=ACTIVE**', ({ stakingList }) => {
      const list = stakingList as { content: StakingPosition[] };
      const content = list.content.map((position): StakingPosition => (asMatured.on ? { ...position, status: 'MATURED' } : position));
      return { stakingList: { ...list, content } };
    });
    await openInApp(page, '/staking');
    await positions.scrollIntoViewIfNeeded();
    const earned = page.locator('.staking-stats .stat').filter({ hasText: texts.overview.earned }).locator('.v .num');
    const earnedByBoth = await exactly(earned);
    await rowOf('140').getByRole('button', { name: names.withdraw }).click();
    await expect(withdrawModal).toContainText(texts.withdraw.returns);
    await act(withdrawModal).dblclick();
    await expect(withdrawModal.getByRole('heading', { name: actions.follow.doneTitle })).toBeVisible();
    expect(await exactly(withdrawModal.locator('.ledger .num').first())).toBe(140n * 10n ** 18n);
    const [withdrawn] = (await positionsOf(member)).filter(({ status }) => status === 'WITHDRAWN');
    expect(withdrawn?.amount).toBe('140');
    await page.keyboard.press('Escape');
    await expect(rowOf('140')).toHaveCount(0);
    await positions.getByRole('tab', { name: names.withdrawn }).click();
    // The position's return leaves the total, which counts running ones only, and appears beside the position instead.
    await expect(rowOf('140').locator('td').first()).toContainText(/^\+0\.\d+\sJUF$/);
    const open = (await positionsOf(member)).filter(({ status }) => status !== 'WITHDRAWN');
    await expect.poll(() => exactly(earned)).toBeLessThan(earnedByBoth);
    expect(await exactly(earned)).toBeGreaterThanOrEqual(
      open.map(({ claimedRoi }) => fromDecimalString(claimedRoi, 18)).reduce((sum, each) => sum + each, 0n),
    );
    expect(texts.overview.earned).toContain('running');

    asMatured.on = true;
    await openInApp(page, '/staking');
    await positions.scrollIntoViewIfNeeded();
    await rowOf('160').getByRole('button', { name: names.withdraw }).click();
    await act(withdrawModal).click();
    await expect(withdrawModal).toContainText(errors.NOT_MATURED);
    await expect(withdrawModal).toContainText(actions.follow.nothingTaken);
  });
});

test.describe('turbo', () => {
  test.use({ signedInAs: 5, expectedFaults: [/status of 422/] });

  test('shows its benefit before payment, is paid once, and says when there is no room for it', async ({ page, member }) => {
    const { turboModal, act, rowOf, positions } = stakingPage(page);
    await stakeByApi(member, '104');
    const orders = watchPosts(page, '/staking/turboCharge');
    const mostUnits = { told: 2 };
    const unit = { price: 0n };
    await tell(page, '**/api/staking/info', ({ tierList, turboChargeInfo }) => {
      unit.price = fromDecimalString((turboChargeInfo as { pricePerUnit: string }).pricePerUnit, 18);
      return { tierList: (tierList as object[]).map((tier, index) => (index === 0 ? { ...tier, maxTurbo: mostUnits.told } : tier)) };
    });
    const before = await balanceOf(member, 'JU');
    await openInApp(page, '/staking');
    await positions.scrollIntoViewIfNeeded();
    await expect(rowOf('1,600').getByRole('button', { name: names.addTurbo })).toBeDisabled();
    await expect(rowOf('1,600')).toContainText(texts.positions.turboLate.replace('{{days}}', '30 days'));
    await rowOf('104').getByRole('button', { name: names.addTurbo }).click();
    await turboModal.getByRole('button', { name: texts.projection.more }).click();
    // 104 JUF count as two hundreds, each at the price of a unit, twice; plus 2 % a year of 104 for 30 days.
    const shown = await exactly(turboModal.locator('.leg .num').first());
    expect(unit.price > 0n && shown === 4n * unit.price).toBe(true);
    await expect(turboModal.locator('.leg .num').first()).toHaveText(`${toDecimalString(shown, 18)}\u00a0JU`);
    // It isn’t paid now, and costs more than it brings at the prices it’s sold by.
    await expect(turboModal.locator('.legs')).not.toContainText(actions.review.arrives);
    await expect(turboModal.locator('.ledger')).toContainText('A loss: it costs more than it adds');
    expect(await exactly(turboModal.locator('.leg .num').nth(1))).toBe((104n * 10n ** 18n * 200n * 30n) / (10_000n * 365n));
    await act(turboModal).dblclick();
    await expect(turboModal.getByRole('heading', { name: actions.follow.doneTitle })).toBeVisible();
    expect(orders).toHaveLength(1);
    expect(orders[0]?.postDataJSON()).toMatchObject({ units: 2, maxPaid: toDecimalString(shown, 18), terms: expect.any(Number) });
    const [charge] = (await member.api.call(turboChargeList, {})).list.content;
    const paid = fromDecimalString(charge?.paid ?? '0', 18);
    // Less if the price was lower in the previous hour.
    expect(paid > 0n && paid <= shown).toBe(true);
    expect(await balanceOf(member, 'JU')).toBe(before - paid);
    await page.keyboard.press('Escape');
    await expect(rowOf('104')).toContainText('with turbo × 2');
    await positions.getByRole('tab', { name: names.charges }).click();
    await expect(positions.locator('tbody tr').first()).toContainText(names.running);
    await positions.getByRole('tab', { name: names.current }).click();
    await expect(rowOf('104').getByRole('button', { name: names.addTurbo })).toBeDisabled();
    await expect(rowOf('104')).toContainText(texts.positions.turboFull.replace('{{most}}', '2'));

    mostUnits.told = 9;
    await openInApp(page, '/staking');
    await positions.scrollIntoViewIfNeeded();
    await rowOf('104').getByRole('button', { name: names.addTurbo }).click();
    await act(turboModal).click();
    await expect(turboModal).toContainText(errors.TURBO_LIMIT);
    await expect(turboModal).toContainText(actions.follow.nothingTaken);
    expect(await balanceOf(member, 'JU')).toBe(before - paid);

    await tellBalance(page, 'JU', '0.000001');
    await openInApp(page, '/staking');
    await positions.scrollIntoViewIfNeeded();
    await rowOf('104').getByRole('button', { name: names.addTurbo }).click();
    await expect(turboModal).toContainText(texts.turbo.insufficient.replace('{{amount}}', '0.000001'));
    await expect(act(turboModal)).toBeDisabled();
    await turboModal.getByRole('link', { name: 'Deposit JU', exact: true }).click();
    await expect(page).toHaveURL(/\/wallet#deposit$/);
  });
});

async function stakeByApi(member: ApiMember, amount: string): Promise<void> {
  const { api } = member;
  const { periodList } = await api.call(stakingInfo, {});
  const period = periodList.at(-1);
  if (!period) throw new Error('There is no period.');
  const order = { amount, periodId: period.id };
  const intent = await signOrder(member, stakeOrder(period.days, order), amount);
  await api.call(stakingPurchase, { ...order, intent }, { idempotencyKey: crypto.randomUUID() });
}

/** Whether the claimed amount is what the position had earned after some whole number of seconds. */
function wasEarned(position: StakingPosition): boolean {
  const facts = stakeFacts(position, []);
  const claimed = fromDecimalString(position.claimedRoi, 18);
  return facts !== null && momentsOfAccrual(facts, claimed) !== null;
}
