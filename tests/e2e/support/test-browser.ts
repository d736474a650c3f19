import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

import { packedBrowser, withFontsAtLeast } from './packed-browser.ts';

export interface TestBrowser {
  path: string;
  environment: NodeJS.ProcessEnv;
}

/** The first Chromium available: `CHROMIUM_PATH`, Playwright's own, Debian's, otherwise the one packed in npm. */
export async function testBrowser(): Promise<TestBrowser> {
  const path = installedBrowser();
  return path === undefined ? packedBrowser() : { path, environment: await withFontsAtLeast() };
}

/** The one packed in npm is a headless shell, which has no back/forward cache. */
export function hasBackForwardCache(): boolean {
  return installedBrowser() !== undefined;
}

function installedBrowser(): string | undefined {
  const installed = [process.env['CHROMIUM_PATH'], chromium.executablePath(), '/usr/bin/chromium'];
  return installed.find((path) => path !== undefined && existsSync(path));
}
