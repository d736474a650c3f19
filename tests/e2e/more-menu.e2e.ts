import common from '../../public/locales/en/common.json' with { type: 'json' };
import { menuGroups } from '../../src/lib/navigation.ts';
import { openInApp } from './support/navigation.ts';
import { siteOrigin } from './support/ports.ts';
import { expect, test } from './support/test.ts';

test.use({ signedInAs: 4, viewport: { width: 360, height: 740 } });

test('the one menu on phones opens from the bar and from the name, by keyboard too, stays above the bar, and has all that the bar lacks', async ({
  page,
}) => {
  await openInApp(page, '/wallet');
  const more = page.getByRole('button', { name: common.navigation.more });
  const sheet = page.getByRole('navigation', { name: common.account });
  await more.focus();
  await page.keyboard.press('Enter');
  await expect(sheet.getByRole('button').first()).toBeFocused();
  const [sheetBox, barBox] = [await sheet.boundingBox(), await page.locator('nav.bottom').boundingBox()];
  expect(sheetBox).toMatchObject({ x: 0, width: barBox?.width });
  expect((sheetBox?.y ?? 0) + (sheetBox?.height ?? 0)).toBeLessThanOrEqual((barBox?.y ?? 0) + 1);
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(more).toBeFocused();
  await page.locator('[data-account]').click();
  for (const { key } of menuGroups().flat())
    await expect(sheet.getByRole('link', { name: common.navigation[key], exact: true })).toHaveCount(1);
  await expect(sheet.getByRole('button', { name: common.signOut })).toHaveCount(1);
  await page.keyboard.press('Escape');
  await more.click();
  await sheet.getByRole('link', { name: common.navigation.announcements }).click();
  await expect(page).toHaveURL(`${siteOrigin}/announcements`);
});

test.describe('a page that doesn’t exist', () => {
  test.use({ expectedFaults: [/status of 404/] });

  test('leaves a member the bar and its sheet', async ({ page }) => {
    await openInApp(page, '/no-such-page');
    const bar = page.locator('nav.bottom');
    await expect(bar.getByRole('link', { name: common.navigation.wallet })).toBeVisible();
    await bar.getByRole('button', { name: common.navigation.more }).click();
    await expect(page.getByRole('navigation', { name: common.account })).toBeVisible();
  });
});
