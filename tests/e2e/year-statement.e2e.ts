import { readFile } from 'node:fs/promises';
import texts from '../../public/locales/en/year.json' with { type: 'json' };
import { yearStatement } from '../../src/lib/api/contract/year-statement.ts';
import { openInApp } from './support/navigation.ts';
import { expect, test } from './support/test.ts';

test.use({ signedInAs: 1 });

test('a year is found from the history, says what it is not, and is taken along whole', async ({ page, member }) => {
  const statement = await member.api.call(yearStatement, {});
  await openInApp(page, '/wallet/history');
  await page.getByRole('link', { name: texts.title }).click();
  const main = page.getByRole('main');
  await expect(main).toContainText(texts.notes.advice);
  await expect(page.getByLabel(texts.year, { exact: true })).toHaveValue(String(statement.year));
  await expect(page.getByRole('region', { name: texts.receipts.title })).toContainText(texts.receipts.total);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: texts.csv }).click();
  const csv = await readFile(await (await download).path(), 'utf8');
  for (const { id } of statement.receipts) expect(csv).toContain(id);
  expect(csv).toContain(texts.notes.advice);

  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed-lines', String(document.querySelectorAll('.statement tbody tr').length));
  });
  await page.getByRole('button', { name: texts.print }).click();
  const lines = statement.holdings.length + statement.receipts.length + statement.gains.length;
  await expect.poll(async () => Number(await page.locator('body').getAttribute('data-printed-lines'))).toBeGreaterThanOrEqual(lines);
});
