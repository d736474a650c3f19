import { randomUUID } from 'node:crypto';
import actions from '../../public/locales/en/action.json' with { type: 'json' };
import texts from '../../public/locales/en/swap.json' with { type: 'json' };
import { fromDecimalString } from '../../src/lib/amount.ts';
import { cancelInsuranceList } from '../../src/lib/api/contract/insurance.ts';
import { packageOrder } from '../../src/lib/api/contract/order-intent.ts';
import { purchaseTreasury, treasuryList } from '../../src/lib/api/contract/treasury.ts';
import { walletOverview } from '../../src/lib/api/contract/wallet.ts';
import { type ApiMember, signOrder } from './support/api-member.ts';
import { openInApp } from './support/navigation.ts';
import { expect, test } from './support/test.ts';

const { insurance } = texts;

// Both pay from the same balance.
test.describe.configure({ mode: 'default' });
test.use({ signedInAs: 3 });

test('cover is cancelled after a review, and the unused premium is refunded', async ({ page, member }) => {
  await insure(member);
  await openInApp(page, '/treasury');
  await page.locator('section[aria-labelledby=purchases]').scrollIntoViewIfNeeded();
  const section = page.locator('section[aria-labelledby=insurance]');
  await section.scrollIntoViewIfNeeded();
  const row = section.locator('tbody tr').first();
  await expect(row).toContainText(insurance.states.ACTIVE);
  await expect(row.locator(`td[data-l="${insurance.below}"]`)).toContainText('USDT');
  const back = row.locator(`td[data-l="${insurance.back}"] .num`).first();
  const [shown, before] = [await back.textContent(), await balance(member)];
  // It decreases every second.
  await expect(back).not.toHaveText(shown ?? '');
  await row.getByRole('button', { name: insurance.cancel }).click();
  const panel = section.locator('.review-panel');
  await expect(panel).toContainText('500.00 USDT ends at once');
  await panel.getByRole('button', { name: actions.review.leave }).click();
  expect(await balance(member)).toBe(before);
  await row.getByRole('button', { name: insurance.cancel }).click();
  await panel.getByRole('button', { name: /^Cancel insurance and get 9\.9\d USDT back$/ }).dblclick();
  await expect(panel).toContainText(actions.follow.doneTitle);
  const refunded = (await balance(member)) - before;
  expect(refunded).toBeGreaterThan(9_990_000n);
  expect(refunded).toBeLessThan(10_000_000n);
  await expect(row).toContainText(insurance.states.CANCELLED);
  await expect(row.getByRole('button')).toHaveCount(0);
  const { content } = await member.api.call(cancelInsuranceList, { size: 100, status: 'ACTIVE' });
  await section.getByRole('combobox').selectOption('ACTIVE');
  await expect(section.locator('tbody tr')).toHaveCount(Math.min(content.length, 10));
  // Cover lasts longer than the development members' past.
  await section.getByRole('combobox').selectOption('EXPIRED');
  await expect(section.getByText(insurance.emptyFiltered)).toBeVisible();
  await expect(section.getByText(insurance.empty)).toHaveCount(0);
});

test('Swap has in short what can be cancelled, cancels it, and leads to all of it in Treasury', async ({ page, member }) => {
  await insure(member, '60');
  await openInApp(page, '/swap');
  const section = page.locator('section[aria-labelledby=insurance]');
  await section.scrollIntoViewIfNeeded();
  const rows = section.getByRole('listitem');
  await expect(rows.first()).toContainText('60.00 USDT');
  const open = await rows.count();
  const before = await balance(member);
  await rows.first().getByRole('button', { name: insurance.cancel }).click();
  const panel = section.locator('.review-panel');
  await expect(panel).toContainText('60.00 USDT ends at once');
  await panel.getByRole('button', { name: /^Cancel insurance and get 1\.19 USDT back$/ }).click();
  await expect(panel).toContainText(actions.follow.doneTitle);
  await expect(rows.filter({ hasText: insurance.back })).toHaveCount(open - 1);
  expect((await balance(member)) - before).toBeGreaterThan(1_190_000n);
  await expect(section.getByRole('link', { name: insurance.whole })).toHaveAttribute('href', '/treasury#insurance');
});

/** Buys, insured: for 500 USDT the premium is 10. */
async function insure(member: ApiMember, amount = '500'): Promise<void> {
  const { api } = member;
  const { list, jufPrice } = await api.call(treasuryList, {});
  const seed = list.find(({ status }) => status === 'OPEN');
  if (!seed || jufPrice === null) throw new Error('Nothing is for sale.');
  const order = { treasuryId: seed.id, amount, maxPrice: jufPrice, insured: true };
  const intent = await signOrder(member, packageOrder(seed.name, order), '1000');
  await api.call(purchaseTreasury, { ...order, intent }, { idempotencyKey: randomUUID() });
}

async function balance({ api }: ApiMember): Promise<bigint> {
  const { walletList } = await api.call(walletOverview, {});
  const usdt = walletList.find(({ walletType }) => walletType === 'USDT');
  return fromDecimalString(usdt?.balance ?? '0', 6);
}

test('Treasury lists cover beside the purchases too, with package and date, and cancels it from its row without taking anything', async ({
  page,
  member,
}) => {
  await insure(member, '50');
  await openInApp(page, '/treasury');
  await page.locator('section[aria-labelledby=purchases]').scrollIntoViewIfNeeded();
  const section = page.locator('section[aria-labelledby=insurance]');
  await section.scrollIntoViewIfNeeded();
  const row = section.locator('tbody tr').first();
  await expect(row.getByRole('rowheader')).toContainText('Seed');
  await expect(row.getByRole('rowheader')).toContainText(String(new Date().getUTCFullYear()));
  await row.getByRole('button', { name: insurance.cancel }).click();
  const panel = section.locator('tbody tr').nth(1).locator('.review-panel');
  await expect(panel).toContainText(insurance.review.used);
  await expect(panel).not.toContainText(actions.review.leaves);
  await panel.getByRole('button', { name: actions.review.leave }).click();
  await expect(panel).toHaveCount(0);
});
