import home from '../../public/locales/en/home.json' with { type: 'json' };
import settings from '../../public/locales/en/settings.json' with { type: 'json' };
import { openInApp } from './support/navigation.ts';
import { expect, test } from './support/test.ts';

test.use({ signedInAs: 1, timezoneId: 'Asia/Bangkok' });

test('times are in the device’s own zone, and everywhere in UTC once that is chosen', async ({ page }) => {
  await openInApp(page, '/wallet/history');
  const times = page.locator('td.when time');
  await expect(times.first()).toContainText('GMT+7');
  const recorded = await times.first().getAttribute('datetime');
  const clock = (timeZone: string): string =>
    new Intl.DateTimeFormat('en', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(new Date(recorded ?? ''));
  await expect(times.first()).toContainText(clock('Asia/Bangkok'));
  // The zone is named on phones too, and on Home.
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(times.first()).toHaveText(/\sGMT\+7$/);
  await openInApp(page, '/home');
  const activity = page.getByRole('region', { name: home.activity.title });
  // It is hidden until what stands above it has been seen and has its height.
  await expect(async () => {
    await page.mouse.wheel(0, 800);
    await expect(activity.getByRole('row').nth(1)).toContainText('GMT+7', { timeout: 500 });
  }).toPass();

  await openInApp(page, '/profile/settings');
  const choice = page.getByRole('group', { name: settings.timeZone.title });
  await choice.scrollIntoViewIfNeeded();
  await expect(choice.getByRole('radio', { name: settings.timeZone.own })).toBeChecked();
  const now = page.locator('section', { has: choice }).getByRole('status');
  await expect(now).toContainText('GMT+7');
  await choice.getByRole('radio', { name: settings.timeZone.utc }).check();
  await expect(now).toContainText('UTC');

  await openInApp(page, '/wallet/history');
  await expect(times.first()).toContainText(`${clock('UTC')} UTC`);
  await expect(page.locator('main')).not.toContainText('GMT+7');
});
