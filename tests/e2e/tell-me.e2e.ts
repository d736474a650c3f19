import type { Page } from '@playwright/test';
import texts from '../../public/locales/en/notices.json' with { type: 'json' };
import { fromDecimalString } from '../../src/lib/amount.ts';
import { push } from '../../src/lib/api/contract/push.ts';
import { writeNotice } from '../../src/lib/notices/write-notice.ts';
import { openInApp } from './support/navigation.ts';
import { siteOrigin } from './support/ports.ts';
import { expect, test } from './support/test.ts';

const { push: words, feed } = texts.panel;

test.use({ signedInAs: 'newcomer' });

test('a member creates a calendar address, sees it once, a calendar follows it without a session, and the member revokes it', async ({
  page,
  request,
}) => {
  await openInApp(page, '/profile/settings');
  const panel = page.getByRole('region', { name: texts.panel.title });
  await page.locator('#tell-me').evaluate((place) => place.scrollIntoView());
  await panel.getByRole('button', { name: feed.create }).click();
  const address = await panel.getByRole('group', { name: feed.address }).locator('.num').innerText();
  expect(address).toMatch(new RegExp(`^${siteOrigin}/api/calendar/[\\w-]{43}\\.ics$`));
  expect(await (await request.get(address)).text()).toMatch(/^BEGIN:VCALENDAR\r\n[\s\S]*END:VCALENDAR\r\n$/);
  await openInApp(page, '/profile/settings');
  await page.locator('#tell-me').evaluate((place) => place.scrollIntoView());
  await expect(panel.getByRole('button', { name: feed.renew })).toBeVisible();
  await expect(panel).not.toContainText('.ics');
  await panel.getByRole('button', { name: feed.revoke }).click();
  await expect(panel.getByRole('button', { name: feed.create })).toBeVisible();
  expect((await request.get(address)).status()).toBe(404);
});

test.describe('with its worker', () => {
  test.use({ serviceWorkers: 'allow', permissions: ['notifications'] });

  test('notifications are turned on by the button alone, without amounts, and off again', async ({ page, member }) => {
    await standInForPushService(page);
    await openInApp(page, '/profile/settings');
    const panel = page.getByRole('region', { name: texts.panel.title });
    await page.locator('#tell-me').evaluate((place) => place.scrollIntoView());
    await panel.getByRole('button', { name: words.start }).click();
    await expect(panel).toContainText(words.on);
    const devices = async () =>
      (await member.api.call(push, {})).devices.map(({ showsAmounts, endsWithSession }) => [showsAmounts, endsWithSession]);
    expect(await devices()).toEqual([[false, false]]);
    await panel.getByRole('checkbox', { name: words.amounts }).click();
    await expect.poll(devices).toEqual([[true, false]]);
    await panel.getByRole('button', { name: words.stop }).click();
    await expect(panel.getByRole('button', { name: words.start })).toBeVisible();
    expect(await devices()).toEqual([]);
  });

  test('a message is shown by the system, and pressing it leads the open page there within its session', async ({ page, context }) => {
    const network = await context.newCDPSession(page);
    let registrationId: string | undefined;
    network.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      registrationId = registrations.find(({ scopeURL }) => scopeURL.startsWith(siteOrigin))?.registrationId ?? registrationId;
    });
    await network.send('ServiceWorker.enable');
    await openInApp(page, '/home');
    await expect
      .poll(async () => {
        await page.keyboard.press('Shift');
        return page.evaluate(() => navigator.serviceWorker.controller?.state);
      })
      .toBe('activated');
    await expect.poll(() => registrationId).toBeDefined();
    const [worker] = context.serviceWorkers();
    if (worker === undefined) throw new Error('there is no worker');
    // Headless browsers show no notifications: what the worker has the system show is noted instead.
    await worker.evaluate(() => {
      const scope = self as unknown as { registration: ServiceWorkerRegistration; shown: unknown[] };
      scope.shown = [];
      scope.registration.showNotification = (title, options) => {
        scope.shown.push({ title, ...options });
        return Promise.resolve();
      };
    });
    const shown = () => worker.evaluate(() => (self as unknown as { shown: unknown[] }).shown);
    const looks = { icon: '/icon-192.png', badge: '/icon-192.png', tag: 'MATURED 1', timestamp: 1, data: { path: '/staking' } };
    // The provider's messages for browsers without and with amounts.
    for (const [amount, body] of [
      [{}, texts.plain.MATURED],
      [{ amount: fromDecimalString('12.5'), walletType: 'JUF' }, texts.full.MATURED.replace('{{amount}}', '12.5\u00a0JUF')],
    ] as const) {
      const { text, path } = writeNotice({ kind: 'MATURED', ...amount }, texts, 'en-US');
      const data = JSON.stringify({ text, path, tag: 'MATURED 1', at: 1 });
      await network.send('ServiceWorker.deliverPushMessage', { origin: siteOrigin, registrationId: registrationId ?? '', data });
      await expect.poll(async () => (await shown()).at(-1)).toEqual({ title: 'JuFi', body, ...looks });
    }
    await worker.evaluate(() => {
      const {
        shown: [notification],
      } = self as unknown as { shown: object[] };
      const waitUntil = (work: Promise<unknown>): void => void work.catch(() => undefined);
      dispatchEvent(
        Object.assign(new Event('notificationclick'), { notification: { ...notification, close: () => undefined }, waitUntil }),
      );
    });
    await expect(page).toHaveURL(`${siteOrigin}/staking`);
    await expect(page.locator('html')).toHaveAttribute('data-session', 'in');
  });
});

/** No push service can be reached from here, and headless browsers have none: everything but its answer is real. */
async function standInForPushService(page: Page): Promise<void> {
  await page.addInitScript(() => {
    let current: object | null = null;
    const key = (bytes: Uint8Array) =>
      btoa(String.fromCharCode(...bytes))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replace(/=+$/, '');
    PushManager.prototype.getSubscription = () => Promise.resolve(current as PushSubscription | null);
    PushManager.prototype.subscribe = async (options) => {
      const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits']);
      const p256dh = key(new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey)));
      const auth = key(crypto.getRandomValues(new Uint8Array(16)));
      const given = options?.applicationServerKey;
      const text = (typeof given === 'string' ? given : '').replaceAll('-', '+').replaceAll('_', '/');
      const applicationServerKey = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)).buffer;
      current = {
        endpoint: 'https://push.example/one',
        options: { applicationServerKey },
        toJSON: () => ({ keys: { p256dh, auth } }),
        unsubscribe: () => {
          current = null;
          return Promise.resolve(true);
        },
      };
      return current as PushSubscription;
    };
    Notification.requestPermission = () => Promise.resolve('granted');
  });
}
