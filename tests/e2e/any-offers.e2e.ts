/** The pages draw whatever packages, roles, tiers and periods the terms have. What the provider answers by such terms: tests/provider/terms/any-offers.test.ts. */
import { openInApp } from './support/navigation.ts';
import { expect, test } from './support/test.ts';
import { tell } from './support/told-answers.ts';

test.use({ signedInAs: 'newcomer' });

type Row = { id: string; name: string };

/** As many as are wanted, made from those that there are: each with an id and a name of its own. */
function make(list: unknown, names: readonly string[], change: (index: number) => object = () => ({})): Row[] {
  const known = list as Row[];
  return names.map((name, index) => ({
    ...(known[Math.min(index, known.length - 1)] as Row),
    id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    name,
    ...change(index),
  }));
}

const MANY = ['Sprout', 'Seed', 'A name of forty letters, as long as any', 'Summit', 'Ridge', 'PEAK_2', '積立'];

for (const names of [MANY, ['ONLY']]) {
  test(`${names.length} of each`, async ({ page }) => {
    await tell(page, '**/api/sales/treasuryList', ({ list }) => ({ list: make(list, names) }));
    await tell(page, '**/api/profile/memberRolesList', ({ list }) => ({
      list: make(list, names, (index) => ({ rank: index, current: index === 0, owned: index === 0 })),
    }));
    await tell(page, '**/api/staking/info', ({ tierList, periodList }) => ({
      tierList: make(tierList, names, (index) => ({ minAmount: String(10 ** (index + 1)) })),
      periodList: make(periodList, names, (index) => ({ days: 30 * (index + 1) })),
    }));
    for (const [path, table] of [
      ['/treasury', '.packages'],
      ['/profile/roles', '.roles'],
      ['/staking', '.tiers'],
    ] as const) {
      await openInApp(page, path);
      const rows = page.locator(`table${table} tbody tr:not([aria-hidden])`);
      await expect(rows).toHaveCount(names.length);
      for (const [index, name] of names.entries()) await expect(rows.nth(index).getByRole('rowheader')).toContainText(name);
      // Long names and many rows leave no page wider than the screen.
      expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), path).toBe(0);
    }
    await expect(page.locator('.periods input')).toHaveCount(names.length);
    await openInApp(page, '/profile/team');
    await page.locator('details:has(.role-rates) summary').click();
    await expect(page.locator('.role-rates tbody tr')).toHaveCount(names.length);
  });
}
