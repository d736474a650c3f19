import { readFile } from 'node:fs/promises';
import actions from '../../public/locales/en/action.json' with { type: 'json' };
import texts from '../../public/locales/en/treasury.json' with { type: 'json' };
import { fromDecimalString } from '../../src/lib/amount.ts';
import { vestedAfter } from '../../src/lib/vesting-accrual.ts';
import { balanceOf } from './support/balance-of.ts';
import { openInApp } from './support/navigation.ts';
import { siteOrigin } from './support/ports.ts';
import { expect, test } from './support/test.ts';
import { purchasesOf, type SentPurchase, treasuryPage } from './support/treasury-page.ts';

const CLAIM = /^Claim [\d,.]+ JUF$/;
/** Seconds between reading a figure and the payment, plus the second by which the page lags. */
const MOST_SECONDS_BETWEEN = 30;

test.describe('a member whose purchases vest', () => {
  // Serial, because both read the same purchases.
  test.describe.configure({ mode: 'default' });
  test.use({ signedInAs: 3 });

  test('claims one and then all: the displayed figure grows, and never exceeds the payment', async ({ page, member }) => {
    const { purchases } = treasuryPage(page);
    const rows = await purchasesOf(member);
    // Counted from the end: other tests buy meanwhile, and what is new stands first.
    const index = rows.findLastIndex(({ status }) => status === 'VESTING');
    const before = await balanceOf(member, 'JUF');
    await openInApp(page, '/treasury');
    await purchases.scrollIntoViewIfNeeded();
    const row = purchases.locator('tbody > tr').nth(index - rows.length);
    const shown = row.locator('.claimable .num');
    const first = exactly(await shown.getAttribute('title'));
    await expect.poll(async () => exactly(await shown.getAttribute('title'))).toBeGreaterThan(first);

    await row.getByRole('button').click();
    const panel = purchases.getByRole('region', { name: texts.claim.title });
    const offered = exactly(await panel.locator('.leg .num').first().getAttribute('title'));
    await panel.getByRole('button', { name: CLAIM }).dblclick();
    await expect(panel.getByRole('heading', { name: actions.follow.doneTitle })).toBeVisible();
    const purchase = rows[index];
    const claimedBefore = fromDecimalString(purchase?.claimedJuf ?? '', 18);
    const after = (await purchasesOf(member)).find(({ id }) => id === purchase?.id);
    const claimed = fromDecimalString(after?.claimedJuf ?? '', 18);
    const paid = claimed - claimedBefore;
    // The displayed figure is what is paid, to the last unit, some whole seconds earlier.
    expect(paid).toBeGreaterThanOrEqual(offered);
    const [shownAt, paidAt] = [secondsOf(claimedBefore + offered, purchase), secondsOf(claimed, purchase)];
    expect(paidAt - shownAt).toBeLessThan(MOST_SECONDS_BETWEEN);
    expect(await balanceOf(member, 'JUF')).toBe(before + paid);
    expect(exactly(await panel.locator('.ledger .num').first().getAttribute('title'))).toBe(paid);

    await panel.getByRole('button', { name: actions.follow.close }).click();
    await purchases.getByRole('button', { name: /^Claim all/ }).click();
    const offeredOfAll = exactly(await panel.locator('.leg .num').first().getAttribute('title'));
    await panel.getByRole('button', { name: CLAIM }).click();
    await expect(panel.getByRole('heading', { name: actions.follow.doneTitle })).toBeVisible();
    const total = exactly(await panel.locator('.ledger .num').first().getAttribute('title'));
    expect(total).toBeGreaterThanOrEqual(offeredOfAll);
    expect(await balanceOf(member, 'JUF')).toBe(before + paid + total);
  });

  test('downloads the unlock dates as a calendar file', { tag: '@full' }, async ({ page, member }) => {
    await openInApp(page, '/treasury');
    await treasuryPage(page).purchases.scrollIntoViewIfNeeded();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: texts.purchases.calendar }).click();
    const download = await saved;
    expect(download.suggestedFilename()).toBe(`${texts.calendar.file}.ics`);
    const file = await readFile(await download.path(), 'utf8');
    const vesting = (await purchasesOf(member)).filter(({ status }) => status === 'VESTING');
    expect(vesting.length).toBeGreaterThan(0);
    const told = readEvents(file).toSorted((one, other) => one.id.localeCompare(other.id));
    const expected = vesting.map(({ id, vestingEndsAt }) => ({
      id: `${id}@${new URL(siteOrigin).host}`,
      atMs: Math.ceil(Date.parse(vestingEndsAt) / 1_000) * 1_000,
    }));
    expect(told).toEqual(expected.toSorted((one, other) => one.id.localeCompare(other.id)));
  });
});

/** The exact amount in base units, from a figure's title. */
function exactly(title: string | null): bigint {
  return fromDecimalString((title ?? '').replace(/[^\d.]/g, ''), 18);
}

/** After how many whole seconds this much has vested, to the last unit; NaN if never. */
function secondsOf(vested: bigint, purchase: SentPurchase | undefined): number {
  if (!purchase) return Number.NaN;
  const juf = fromDecimalString(purchase.juf, 18);
  const vestingSeconds = Math.round((Date.parse(purchase.vestingEndsAt) - Date.parse(purchase.createdAt)) / 1_000);
  const seconds = Number((vested * BigInt(vestingSeconds) + juf - 1n) / juf);
  return vestedAfter({ juf, vestingSeconds }, seconds) === vested ? seconds : Number.NaN;
}

/** The entries of an iCalendar file (RFC 5545): lines are unfolded first. */
function readEvents(file: string): { id: string; atMs: number }[] {
  const [, ...events] = file.replaceAll('\r\n ', '').split('BEGIN:VEVENT\r\n');
  return events.map((event) => {
    const field = (name: string): string => event.match(new RegExp(`^${name}:(.+)$`, 'm'))?.[1]?.trim() ?? '';
    const [, day, time] = /^(\d{8})T(\d{6})Z$/.exec(field('DTSTART')) ?? [];
    const at = `${day?.replace(/(....)(..)(..)/, '$1-$2-$3') ?? ''}T${time?.replace(/(..)(..)(..)/, '$1:$2:$3') ?? ''}Z`;
    return { id: field('UID'), atMs: Date.parse(at) };
  });
}
