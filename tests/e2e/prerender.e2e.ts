import { connectToBrowser, PageGone, type BrowserPage, type BrowserTab, type RawBrowser, type SendToPage } from './support/raw-browser.ts';
import { signInByApi } from './support/api-member.ts';
import { asleepInView } from './support/asleep-in-view.ts';
import { siteOrigin } from './support/ports.ts';
import { sessionValues } from './support/stored-session.ts';
import { expect, test } from './support/test.ts';

/** How many requests the page has sent to the provider. */
const callsMade = 'performance.getEntriesByType("resource").filter(({ name }) => name.includes("/api/")).length';

// Playwright's own connection disables prerendering, so this test talks to the browser directly.
test('a prerendered page decides nothing until it is activated, and keeps the session', async () => {
  const member = await signInByApi();
  const browser = await connectToBrowser();
  try {
    const tab = await signedInTab(browser, member);
    await tab.navigate(siteOrigin);
    await expect.poll(() => tab.evaluate('document.documentElement.dataset.session')).toBe('in');
    await expect.poll(() => tab.evaluate('document.readyState')).toBe('complete');
    const [x, y] = await centreOf(tab, 'a.btn[href="/home"]');
    const prerendered = await prerenderedByHovering(tab, x, y);
    await expect.poll(() => prerendered.evaluate('document.readyState')).toBe('complete');
    expect(
      await prerendered.evaluate('[location.pathname, document.prerendering, document.documentElement.dataset.session ?? null]'),
    ).toEqual(['/home', true, null]);
    // Its islands are hydrated, and haven't requested anything.
    await expect.poll(() => prerendered.evaluate(`(${asleepInView.toString()})()`)).toBe(0);
    expect(await prerendered.evaluate('document.querySelectorAll("main astro-island[ssr]").length')).toBeGreaterThan(0);
    expect(await prerendered.evaluate(callsMade)).toBe(0);

    await tab.click(x, y);
    await expect.poll(() => prerendered.evaluate('document.prerendering')).toBe(false);
    await expect.poll(() => prerendered.evaluate('document.documentElement.dataset.session')).toBe('in');
    expect(await prerendered.evaluate('performance.getEntriesByType("navigation")[0].activationStart > 0')).toBe(true);
    expect(await prerendered.evaluate('[location.pathname, localStorage.AUTH_TOKEN]')).toEqual(['/home', member.token]);
    await expect.poll(() => prerendered.evaluate('document.querySelector("h1").textContent')).toContain(member.user.username);
    await expect.poll(() => prerendered.evaluate(callsMade)).toBeGreaterThan(0);
  } finally {
    await browser.close();
  }
});

test('a profile page is prerendered on hover, on keyboard focus and while a finger is down', async () => {
  const member = await signInByApi();
  const browser = await connectToBrowser();
  try {
    const tab = await signedInTab(browser, member);
    await tab.evaluate('location.assign("/home")');
    await expect.poll(() => tab.evaluate('document.documentElement.dataset.session')).toBe('in');
    await expect.poll(() => tab.evaluate('document.readyState')).toBe('complete');

    const link = (path: string): string => `nav.side a[href="${path}"]`;
    const [x, y] = await centreOf(tab, link('/profile/roles'));
    await prerenderedAsleep('/profile/roles', () => prerenderedByHovering(tab, x, y));
    await tab.moveMouse(0, 0);

    const focused = async (): Promise<BrowserPage> => {
      await tab.evaluate(`document.activeElement?.blur(), document.querySelector('${link('/profile')}').focus()`);
      return prerenderOf(tab, '/profile');
    };
    // The focused link comes first.
    await prerenderedAsleep('/profile', focused);
    await tab.pressTab();
    expect(await tab.evaluate('document.activeElement.getAttribute("href")')).toBe('/profile/team');
    const nextFocused = async (again: boolean): Promise<BrowserPage> => {
      if (again) await tab.evaluate(`document.activeElement?.blur(), document.querySelector('${link('/profile/team')}').focus()`);
      return prerenderOf(tab, '/profile/team');
    };
    await prerenderedAsleep('/profile/team', nextFocused);

    const touched = prerenderOf(tab, '/profile/bonuses');
    await tab.tap(...(await centreOf(tab, link('/profile/bonuses'))), 1_000);
    const page = await touched;
    await expect.poll(() => page.evaluate('document.prerendering')).toBe(false);
    expect(await page.evaluate('[location.pathname, performance.getEntriesByType("navigation")[0].activationStart > 0]')).toEqual([
      '/profile/bonuses',
      true,
    ]);
    await expect.poll(() => page.evaluate('document.documentElement.dataset.session')).toBe('in');
    await expect.poll(() => page.evaluate(callsMade)).toBeGreaterThan(0);
  } finally {
    await browser.close();
  }
});

test('on a phone, an idle page names others to be prerendered, more of them once the sheet is open, and goes to one that was', async () => {
  const member = await signInByApi();
  const browser = await connectToBrowser({ prepare: asOnPhone });
  try {
    const tab = await signedInTab(browser, member);
    await tab.evaluate('location.assign("/home")');
    // How many of the named pages are prerendered, and when, is the browser's own decision.
    const page = await tab.nextPrerender();
    await expect.poll(() => page.evaluate('location.pathname')).not.toBe('blank');
    const path = String(await page.evaluate('location.pathname'));
    await expectAsleep(page, path);
    const named = '[...document.querySelectorAll("a[data-ahead]")].map(({ pathname }) => pathname)';
    const inBar = ['/treasury', '/staking', '/swap', '/wallet'];
    await expect.poll(() => tab.evaluate(named)).toEqual(inBar);
    expect(inBar).toContain(path);
    await tab.tap(...(await centreOf(tab, '[popovertarget=account-menu]')), 50);
    await expect.poll(() => tab.evaluate(named)).toContain('/profile/team');
    await tab.tap(...(await centreOf(tab, '[popovertarget=account-menu]')), 50);
    await tab.tap(...(await centreOf(tab, `nav.bottom>a[href="${path}"]`)), 50);
    await expect.poll(() => page.evaluate('document.prerendering')).toBe(false);
    await expect.poll(() => page.evaluate('document.documentElement.dataset.session')).toBe('in');
    await expect.poll(() => page.evaluate(callsMade)).toBeGreaterThan(0);
  } finally {
    await browser.close();
  }
});

function asOnPhone(send: SendToPage): Promise<unknown> {
  return Promise.all([
    send('Emulation.setDeviceMetricsOverride', { width: 390, height: 844, deviceScaleFactor: 2, mobile: true }),
    send('Emulation.setTouchEmulationEnabled', { enabled: true }),
  ]);
}

/** On a public page, with a session on the device. */
async function signedInTab(browser: RawBrowser, member: Parameters<typeof sessionValues>[0]): Promise<BrowserTab> {
  const tab = await browser.openTab(`${siteOrigin}/announcements`);
  await expect.poll(() => tab.evaluate('document.readyState')).toBe('complete');
  await tab.evaluate(
    `for (const [key, value] of Object.entries(${JSON.stringify(sessionValues(member))})) localStorage.setItem(key, value)`,
  );
  return tab;
}

/** The prerendered page of a path; the browser may have prerendered others, or one twice. */
async function prerenderOf(tab: BrowserTab, path: string): Promise<BrowserPage> {
  for (;;) {
    const page = await tab.nextPrerender();
    await expect.poll(() => page.evaluate('location.pathname')).not.toBe('blank');
    if ((await page.evaluate('location.pathname')) === path) return page;
  }
}

/** The prerendered page of a path, asleep. The browser may give up one that it began, and is then asked again. */
async function prerenderedAsleep(path: string, make: (again: boolean) => Promise<BrowserPage>): Promise<void> {
  for (let again = false; ; again = true) {
    try {
      await expectAsleep(await make(again), path);
      return;
    } catch (error) {
      if (!(error instanceof PageGone)) throw error;
    }
  }
}

/** It's ready, and neither decides nor requests anything. */
async function expectAsleep(page: BrowserPage, path: string): Promise<void> {
  await expect.poll(() => page.evaluate('document.readyState')).toBe('complete');
  expect(await page.evaluate('[location.pathname, document.prerendering, document.documentElement.dataset.session ?? null]')).toEqual([
    path,
    true,
    null,
  ]);
  await expect.poll(() => page.evaluate(`(${asleepInView.toString()})()`)).toBe(0);
  expect(await page.evaluate(callsMade)).toBe(0);
}

/** Moves the pointer away and back until the page is prerendered: the browser may not have read the rules the first time, or may have postponed it. */
async function prerenderedByHovering(tab: BrowserTab, x: number, y: number): Promise<BrowserPage> {
  const made = tab.nextPrerender();
  const found = Promise.withResolvers<true>();
  void made.then(() => found.resolve(true));
  const hover = async (): Promise<boolean> => {
    await tab.moveMouse(0, 0);
    await tab.moveMouse(x, y);
    return Promise.race([found.promise, new Promise<false>((resolve) => setTimeout(() => resolve(false), 2_000))]);
  };
  await expect.poll(hover, { timeout: 30_000 }).toBe(true);
  return made;
}

async function centreOf(tab: BrowserTab, selector: string): Promise<[number, number]> {
  const script = `(({ x, y, width, height }) => [x + width / 2, y + height / 2])(document.querySelector('${selector}').getBoundingClientRect())`;
  const found = await tab.evaluate(script);
  if (!Array.isArray(found)) throw new Error(`There is no ${selector}.`);
  return [Number(found[0]), Number(found[1])];
}
