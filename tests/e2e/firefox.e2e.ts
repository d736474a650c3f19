import { signInByApi, type ApiMember } from './support/api-member.ts';
import { FIREFOX_MISSING, firefoxPath } from './support/firefox-path.ts';
import { startFirefox, type Firefox, type FirefoxTab } from './support/firefox.ts';
import { siteOrigin } from './support/ports.ts';
import { sessionValues } from './support/stored-session.ts';
import { expect, test } from './support/test.ts';

const CONTROL = '\uE009';
const SHIFT = '\uE008';
const LINK = 'main a[href^="/announcements/"]';

/** Firefox gives no `document.referrer` to a page with an opener policy that a service worker answered, and says `Sec-Fetch-Site: same-origin` of all that it fetches ahead for one. */
test.describe('in Firefox', () => {
  test.skip(firefoxPath === undefined, FIREFOX_MISSING);

  let firefox: Firefox;
  let member: ApiMember;
  const start = async (hasWorkers: boolean): Promise<void> => {
    firefox = await startFirefox(firefoxPath ?? '', { hasWorkers });
    member = await signInByApi();
  };
  test.afterEach(() => firefox.close());

  for (const isWorked of [false, true]) {
    const by = isWorked ? 'with the service worker' : 'without a service worker';

    test(`${by}, a link opened in a new tab keeps the session, in all tabs`, async () => {
      await start(isWorked);
      const tab = await signedInTab(isWorked);
      for (const open of [
        () => tab.click(LINK, { button: 1 }),
        () => tab.click(LINK, { key: CONTROL }),
        () => tab.evaluate(`void window.open(document.querySelector('${LINK}').href, '_blank', 'noopener')`).then(() => undefined),
        () => tab.evaluate(`void Object.assign(document.querySelector('${LINK}'), { target: '_blank' }).click()`).then(() => undefined),
      ]) {
        const opened = await firefox.tabOpenedBy(open);
        await expect.poll(() => opened.evaluate('document.documentElement.dataset.session')).toBe('in');
        expect(await opened.evaluate('localStorage.AUTH_TOKEN')).toBe(member.token);
        expect(await opened.evaluate('Boolean(navigator.serviceWorker?.controller)')).toBe(isWorked);
      }
      expect(await tab.evaluate('document.documentElement.dataset.session')).toBe('in');
    });

    test(`${by}, a typed address ends it, in a new tab and in this one, and so does a link from another site, and a reload`, async () => {
      await start(isWorked);
      for (const visit of [
        async () => (await firefox.openTab()).navigate(`${siteOrigin}/announcements`),
        (tab: FirefoxTab) => tab.navigate(`${siteOrigin}/announcements/chain-upgrade`),
        (tab: FirefoxTab) => tab.navigate(`${siteOrigin}/home`),
        (tab: FirefoxTab) => tab.reload(),
        async () => {
          const other = await firefox.openTab();
          await other.navigate(`${siteOrigin.replace('127.0.0.1', 'localhost')}/announcements/chain-upgrade`);
          await expect.poll(() => other.evaluate('document.readyState')).toBe('complete');
          await other.evaluate(`void (location.href = '${siteOrigin}/announcements')`);
        },
      ]) {
        const tab = await signedInTab(isWorked);
        await visit(tab);
        await expect.poll(() => tab.evaluate('localStorage.AUTH_TOKEN ?? null')).toBe(null);
      }
    });
  }

  /** On a public page, reached by a link of ours, with a session on the device. */
  async function signedInTab(isWorked: boolean): Promise<FirefoxTab> {
    const tab = await firefox.openTab();
    await tab.navigate(siteOrigin);
    await expect.poll(() => tab.evaluate('location.origin')).toBe(siteOrigin);
    await expect.poll(() => tab.evaluate('document.readyState')).toBe('complete');
    if (isWorked)
      await expect
        .poll(async () => {
          // The worker is registered after somebody has acted.
          await tab.press(SHIFT);
          return tab.evaluate('navigator.serviceWorker.controller?.state');
        })
        .toBe('activated');
    await tab.evaluate(`void Object.assign(localStorage, ${JSON.stringify(sessionValues(member))})`);
    await tab.evaluate(`void location.assign('/announcements')`);
    await expect.poll(() => tab.evaluate('location.pathname + document.readyState')).toBe('/announcementscomplete');
    await expect.poll(() => tab.evaluate('document.documentElement.dataset.session')).toBe('in');
    return tab;
  }
});
