import type { Page, Response } from '@playwright/test';
import { siteOrigin } from './ports.ts';

/** Like the address bar or a bookmark: a visit. */
export function typeAddress(page: Page, path: string): Promise<Response | null> {
  return page.goto(path);
}

/** Like a link on one of our pages: not a visit. */
export function openInApp(page: Page, path: string): Promise<Response | null> {
  return page.goto(path, { referer: `${siteOrigin}/announcements` });
}

/** The device's stored value of a key. */
export function stored(page: Page, key: string): Promise<string | null> {
  return page.evaluate((name) => localStorage.getItem(name), key);
}
