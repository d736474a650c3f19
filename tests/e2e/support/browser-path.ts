import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import packed from '@sparticuz/chromium';

/** The first Chromium there is: `CHROMIUM_PATH`, Playwright's own, Debian's, else the one packed in npm (unpacked to the temp folder once). */
export async function browserPath(): Promise<string> {
  return installedBrowser() ?? packed.executablePath();
}

/** What is packed in npm is a headless shell, which keeps no page that is left. */
export function hasBackForwardCache(): boolean {
  return installedBrowser() !== undefined;
}

function installedBrowser(): string | undefined {
  const installed = [process.env['CHROMIUM_PATH'], chromium.executablePath(), '/usr/bin/chromium'];
  return installed.find((path) => path !== undefined && existsSync(path));
}
