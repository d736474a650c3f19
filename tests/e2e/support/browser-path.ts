import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import packed from '@sparticuz/chromium';

/** The first Chromium there is: `CHROMIUM_PATH`, Playwright's own, Debian's, else the one packed in npm (unpacked to the temp folder once). */
export async function browserPath(): Promise<string> {
  const installed = [process.env['CHROMIUM_PATH'], chromium.executablePath(), '/usr/bin/chromium'];
  return installed.find((path) => path !== undefined && existsSync(path)) ?? packed.executablePath();
}
