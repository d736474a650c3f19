import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext, Page } from '@playwright/test';
import { siteOrigin } from './support/ports.ts';
import { expect, test } from './support/test.ts';

declare global {
  interface Window {
    /** The window that a foreign page opened. */
    opened: Window | null;
  }
}

/** What somebody else's page can make of a window before the reader types our address into it. `file` is one of ours that any page may show in a frame. */
const WINDOWS: Record<string, (file: string) => void> = {
  'a blank one': () => void (window.opened = window.open('about:blank')),
  'one that it wrote into': () => {
    window.opened = window.open('');
    window.opened?.document.body.append('Type the address of your bank.');
  },
  'one that doesn’t know its opener': () => {
    window.opened = window.open('about:blank');
    if (window.opened) window.opened.opener = null;
  },
  'one that a frame opened, which shows one of our files now': (file) => {
    const frame = document.body.appendChild(document.createElement('iframe'));
    window.opened = frame.contentWindow?.open('about:blank') ?? null;
    frame.src = file;
  },
  'one with its own page': () => void (window.opened = window.open('/another')),
};

test.describe('a page that somebody else’s page opened a window for', () => {
  test.use({ expectedFaults: [/Unsafe attempt to initiate navigation/] });

  let foreign: Server;
  let foreignOrigin: string;
  test.beforeAll(async () => {
    foreign = createServer((_request, response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end('<title>Foreign</title>'));
    await new Promise<void>((resolve) => foreign.listen(0, resolve));
    foreignOrigin = `http://localhost:${(foreign.address() as AddressInfo).port}`;
  });
  test.afterAll(() => foreign.close());

  for (const [what, open] of Object.entries(WINDOWS))
    test(`can’t be led away by it when the address is typed: ${what}`, async ({ page, context, request }) => {
      const [file = ''] = /\/_astro\/[\w.-]+\.js/.exec(await (await request.get('/')).text()) ?? [];
      await page.goto(foreignOrigin);
      const opened = await windowOf(context, page, open, siteOrigin + file);
      await page.waitForLoadState('networkidle');
      await type(opened, `${siteOrigin}/announcements?page=1#main`);
      await expect(opened.locator('html')).toHaveAttribute('data-session', 'out');
      expect(opened.url()).toBe(`${siteOrigin}/announcements?page=1#main`);
      expect(await opened.evaluate(() => window.opener as unknown)).toBe(null);

      await page.evaluate(() => {
        try {
          if (window.opened) window.opened.location.href = '/steered';
        } catch (error) {
          // A window that doesn't know its opener can't be led by it (HTML standard, "allowed by sandboxing to navigate").
          if (!(error instanceof DOMException)) throw error;
        }
      });
      await page.waitForTimeout(500);
      expect(opened.url()).toBe(`${siteOrigin}/announcements?page=1#main`);
    });

  test('can’t be led away by it when its link leads here', async ({ page, context }) => {
    await page.goto(foreignOrigin);
    const opened = await windowOf(context, page, (address) => void (window.opened = window.open(address)), `${siteOrigin}/announcements`);
    await expect(opened.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await opened.evaluate(() => window.opener as unknown)).toBe(null);
    expect(await page.evaluate(() => window.opened?.closed)).toBe(true);
  });
});

test('every page comes with the policy, and is loaded once', async ({ page }) => {
  const answers: (string | undefined)[] = [];
  page.on('response', (answer) => {
    if (answer.request().isNavigationRequest()) answers.push(answer.headers()['cross-origin-opener-policy']);
  });
  const policy = 'same-origin-allow-popups';
  await page.goto('/announcements', { waitUntil: 'networkidle' });
  expect(answers).toEqual([policy]);
  await page.getByRole('contentinfo').getByRole('link').first().click();
  await expect.poll(() => answers).toEqual([policy, policy]);
});

async function windowOf<Argument>(
  context: BrowserContext,
  page: Page,
  open: (argument: Argument) => void,
  argument?: Argument,
): Promise<Page> {
  const [opened] = await Promise.all([context.waitForEvent('page'), page.evaluate(open as (argument: unknown) => void, argument)]);
  return opened;
}

/** As the address bar does it. */
async function type(page: Page, url: string): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Page.navigate', { url, transitionType: 'typed' });
}
