import common from '../../public/locales/en/common.json' with { type: 'json' };
import texts from '../../public/locales/en/notices.json' with { type: 'json' };
import { openInApp } from './support/navigation.ts';
import { payMember } from './support/pay-member.ts';
import { siteOrigin } from './support/ports.ts';
import { expect, test } from './support/test.ts';

test.use({ signedInAs: 'newcomer', viewport: { width: 320, height: 640 } });

test('the bell is marked when something happened, opens it, and is not marked again once it was read', async ({ page, member }) => {
  await payMember(member, 'USDT', '12.5');
  await openInApp(page, '/treasury');
  const bell = page.locator('[data-notices]');
  const list = page.getByRole('region', { name: common.notices.label });
  await page.keyboard.press('Shift');
  await expect(bell).toHaveAccessibleName(common.notices.labelNews);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await bell.press('Enter');
  // With space on both sides.
  const box = await list.boundingBox();
  expect(box && [box.x > 8, box.x + box.width < 312]).toEqual([true, true]);
  const row = list.getByRole('listitem').first();
  await expect(row).toContainText(texts.full.RECEIVED.replace('{{amount}}', '12.5 USDT'));
  await expect(row).toContainText(texts.unread);
  await expect(bell).toHaveAccessibleName(common.notices.label);
  const asked = page.waitForResponse('**/api/account/noticeMark');
  await row.getByRole('link').click();
  await expect(page).toHaveURL(`${siteOrigin}/wallet/history`);
  await page.keyboard.press('Shift');
  expect(await (await asked).json()).toMatchObject({ data: { unread: 0 } });
  await expect(page.locator('[data-notices][data-news]')).toHaveCount(0);
});
