import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

import { packedBrowser } from './packed-browser.ts';

export interface TestBrowser {
  path: string;
  /** Absent where it is the process's own. */
  environment?: NodeJS.ProcessEnv;
}

/** The first Chromium there is: `CHROMIUM_PATH`, Playwright's own, Debian's, else the one packed in npm. */
export async function testBrowser(): Promise<TestBrowser> {
  const path = installedBrowser();
  return path === undefined ? packedBrowser() : { path };
}

/** What is packed in npm is a headless shell, which keeps no page that is left. */
export function hasBackForwardCache(): boolean {
  return installedBrowser() !== undefined;
}

function installedBrowser(): string | undefined {
  const installed = [process.env['CHROMIUM_PATH'], chromium.executablePath(), '/usr/bin/chromium'];
  return installed.find((path) => path !== undefined && existsSync(path));
}
