import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

import { packedBrowser, withFontsAtLeast } from './packed-browser.ts';

export interface TestBrowser {
  path: string;
  environment: NodeJS.ProcessEnv;
}

/** For `npm test`: the Chromium packed in npm, the same on every machine and twice as quick as an installed one, unless `CHROMIUM_PATH` names another. */
export async function quickBrowser(): Promise<TestBrowser> {
  return process.env['CHROMIUM_PATH'] === undefined ? packedBrowser() : fullBrowser();
}

/** For the full tier: the first Chromium available of `CHROMIUM_PATH`, Playwright's own and Debian's, otherwise the one packed in npm. */
export async function fullBrowser(): Promise<TestBrowser> {
  const path = installedBrowser();
  return path === undefined ? packedBrowser() : { path, environment: await withFontsAtLeast() };
}

/** Of the full tier's: the one packed in npm is a headless shell, which has none. */
export function hasBackForwardCache(): boolean {
  return installedBrowser() !== undefined;
}

function installedBrowser(): string | undefined {
  const installed = [process.env['CHROMIUM_PATH'], chromium.executablePath(), '/usr/bin/chromium'];
  return installed.find((path) => path !== undefined && existsSync(path));
}
