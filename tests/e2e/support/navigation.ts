import type { Page, Response } from '@playwright/test';
import { siteOrigin } from './ports.ts';

/** Like the address bar or a bookmark: a visit. */
export function typeAddress(page: Page, path: string): Promise<Response | null> {
  return page.goto(path);
}

/** Like a link on one of our pages: not a visit. */
export async function openInApp(page: Page, path: string): Promise<Response | null> {
  const from = `${siteOrigin}/announcements`;
  if (page.context().browser()?.browserType().name() !== 'firefox') return page.goto(path, { referer: from });
  // WebDriver can't name a referrer, so it comes from an empty page at that address.
  await page.route(from, (route) => route.fulfill({ contentType: 'text/html', body: '' }), { times: 1 });
  await page.goto(from);
  const answer = page.waitForResponse((response) => response.request().isNavigationRequest());
  const loaded = page.waitForEvent('load');
  await page.evaluate((to) => location.assign(to), path);
  await loaded;
  return answer;
}

/** The device's stored value of a key. */
export function stored(page: Page, key: string): Promise<string | null> {
  return page.evaluate((name) => localStorage.getItem(name), key);
}
