import action from '../../public/locales/en/action.json' with { type: 'json' };
import home from '../../public/locales/en/home.json' with { type: 'json' };
import session from '../../public/locales/en/session.json' with { type: 'json' };
import staking from '../../public/locales/en/staking.json' with { type: 'json' };
import treasury from '../../public/locales/en/treasury.json' with { type: 'json' };
import type { Locator, Page } from '@playwright/test';
import { formatAmount, fromDecimalString } from '../../src/lib/amount.ts';
import { dashboardHome } from '../../src/lib/api/contract/dashboard.ts';
import { serviceTerms } from '../../src/lib/api/contract/public-service.ts';
import { waysOf, type Closed, type Ways } from '../../src/lib/ways.ts';
import { signInByApi } from './support/api-member.ts';
import { openInApp } from './support/navigation.ts';
import { siteParts } from './support/site-parts.ts';
import { expect, test } from './support/test.ts';
import { treasuryPage } from './support/treasury-page.ts';
import { signInByWallet } from './support/wallet-sign-in.ts';

const texts = home.ways;
const DAYS = { short: '30 days', long: '360 days' };

test.describe('a member', () => {
  test.use({ signedInAs: 7 });

  test('asks once on Home what an amount becomes, and goes on to each form filled in', async ({ page }) => {
    await openInApp(page, '/home');
    const asked = askedOn(page);
    await reach(page, asked);
    await asked.amount.fill('250');
    await asked.time(DAYS.short).check({ force: true });
    const ways = await readWays(250n, 30);
    const [buy, swap, stake] = [open(ways.buy), open(ways.swap), open(ways.stake)];
    await expect(asked.way(texts.buy)).toContainText(`${buy.pack.name}, ${DAYS.short}`);
    await expect(asked.way(texts.buy)).toContainText(`${short(buy.juf)}\u00a0JUF`);
    // Shares move with each block; what they move is less than a hundredth.
    await expect(asked.way(texts.swap)).toContainText(texts.fallsFurther);
    await expect(asked.way(texts.swap)).toContainText(/\d\sUSDT less than you put in/);
    await expect(asked.way(texts.stake)).toContainText(DAYS.short);
    await expect(asked.way(texts.keep)).toContainText('250.00\u00a0USDT');
    await expect(asked.way(texts.keep)).toContainText(texts.keepRisk);
    expect(stake.juf).toBeGreaterThan(swap.juf);

    await asked.way(texts.buy).getByRole('link', { name: texts.toBuy }).click();
    const { modal, pay } = treasuryPage(page);
    await expect(modal.getByRole('heading', { name: treasury.purchase.title.replace('{{name}}', buy.pack.name) })).toBeVisible();
    await expect(pay).toHaveValue('250');
    await expect(modal).toContainText(`${short(buy.juf)}\u00a0JUF`);
    expect(new URL(page.url()).hash).toBe('');

    await openInApp(page, '/home');
    await reach(page, asked);
    await asked.way(texts.stake).getByRole('link', { name: texts.toStake }).click();
    await page.waitForURL(/\/staking/);
    await expect(page.locator('#stake-amount')).toHaveValue(/^2,?\d{3}\.\d{2,6}$/);
    await expect(page.getByRole('radio', { name: DAYS.long })).toBeChecked();

    await openInApp(page, '/home');
    await reach(page, asked);
    await asked.way(texts.swap).getByRole('link', { name: texts.toSwap }).click();
    await page.waitForURL(/\/swap/);
    await expect(page.locator('#swap-in')).toHaveValue('1000');
  });

  test('is told what is wrong with an amount, and what an amount is too small for', async ({ page }) => {
    await openInApp(page, '/home');
    const asked = askedOn(page);
    await reach(page, asked);
    await asked.amount.fill('abc');
    await expect(asked.section.getByRole('status')).toContainText('a');
    await expect(asked.section.getByRole('link')).toHaveCount(0);
    await asked.amount.fill('5');
    await expect(asked.way(texts.buy)).toContainText(treasury.purchase.problems.BELOW_MINIMUM.replace('{{amount}}', '10'));
    await expect(asked.way(texts.stake)).toContainText(staking.form.smallest.replace('{{amount}}', '100'));
    await expect(asked.section.getByRole('link')).toHaveCount(1);
  });
});

test.describe('a provider that doesn’t say what can be done', () => {
  test.use({ signedInAs: 7 });

  test('leaves the question out', async ({ page }) => {
    await page.route('**/api/dashboard/terms', async (route) => {
      const response = await route.fetch();
      const { data } = (await response.json()) as { data: { ways?: unknown } };
      delete data.ways;
      await route.fulfill({ response, json: { data } });
    });
    await openInApp(page, '/home');
    await page.getByRole('region', { name: home.service.title }).scrollIntoViewIfNeeded();
    await expect(askedOn(page).section).toHaveCount(0);
  });
});

test('a visitor reads the answers without scripts, changes the question, and finds the form filled in once signed in', async ({ page }) => {
  await page.goto('/');
  const asked = askedOn(page);
  await expect(asked.way(texts.keep)).toContainText('1,000.00\u00a0USDT');
  await expect(asked.way(texts.buy)).toContainText(`Ridge, ${DAYS.long}`);
  await page.mouse.wheel(0, 600);
  await asked.section.scrollIntoViewIfNeeded();
  await expect(asked.amount).toBeEditable();
  await asked.amount.fill('120');
  await asked.time('90 days').check({ force: true });
  await expect(asked.way(texts.buy)).toContainText('Growth, 90 days');
  await asked.way(texts.buy).getByRole('link', { name: texts.toBuy }).click();

  await expect(siteParts(page).infoToast).toContainText(session.shell.notices.signInFirst.title);
  await signInByWallet(page, 2);
  await page.waitForURL(/\/treasury/);
  const { modal, pay } = treasuryPage(page);
  await expect(modal.getByRole('heading', { name: treasury.purchase.title.replace('{{name}}', 'Growth') })).toBeVisible();
  await expect(pay).toHaveValue('120');
  await expect(modal.locator('.amount-foot')).toContainText(action.amount.free.replace('{{amount}}', '').trim());
});

/** What stands above it hides it until it's seen itself. */
async function reach(page: Page, { section }: Asked): Promise<void> {
  await expect(async () => {
    await page.mouse.wheel(0, 600);
    await expect(section).toBeInViewport({ timeout: 300 });
  }).toPass();
  await expect(section.getByRole('link').first()).toBeVisible();
}

interface Asked {
  section: Locator;
  amount: Locator;
  time: (days: string) => Locator;
  way: (name: string) => Locator;
}

function askedOn(page: Page): Asked {
  const section = page.getByRole('region', { name: texts.title });
  return {
    section,
    amount: section.getByLabel(texts.amount),
    time: (days) => section.getByRole('radio', { name: days }),
    way: (name) => section.getByRole('listitem').filter({ has: page.getByRole('heading', { name: new RegExp(`^${name}(?! and)`) }) }),
  };
}

/** As the provider says it now. */
async function readWays(usdt: bigint, days: number): Promise<Ways> {
  const { api } = await signInByApi();
  const [{ ways: offered }, { jufPrice }] = await Promise.all([api.call(serviceTerms, {}), api.call(dashboardHome, {})]);
  if (offered === undefined || jufPrice === null) throw new Error('the provider does not say what can be done');
  return waysOf({ offered, price18: fromDecimalString(jufPrice), exchangeFee: 50, usdt: usdt * 10n ** 18n, days });
}

function open<Way extends object>(way: Way | Closed): Way {
  if ('closed' in way) throw new Error(`closed: ${way.closed}`);
  return way;
}

function short(amount: bigint): string {
  return formatAmount(amount, { locale: 'en-GB', fractionDigits: 2 });
}
