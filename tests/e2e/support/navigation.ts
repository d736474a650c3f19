import type { Page, Response } from '@playwright/test';
import { siteOrigin } from './ports.ts';

/** As from the address bar or a bookmark: a visit. */
export function typeAddress(page: Page, path: string): Promise<Response | null> {
  return page.goto(path);
}

/** As by a link of a page of ours: no visit. */
export function openInApp(page: Page, path: string): Promise<Response | null> {
  return page.goto(path, { referer: `${siteOrigin}/announcements` });
}

/** What is kept on the device under a key. */
export function stored(page: Page, key: string): Promise<string | null> {
  return page.evaluate((name) => localStorage.getItem(name), key);
}
