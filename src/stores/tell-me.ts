import { calendarFeed, closeCalendarFeed, openCalendarFeed } from '../lib/api/contract/calendar-feed.ts';
import type { DataOf } from '../lib/api/contract/define-call.ts';
import { push, subscribePush, unsubscribePush } from '../lib/api/contract/push.ts';
import { z } from '../lib/api/contract/zod.ts';
import { apiAddress, callApi } from './api.ts';
import { orLacking } from './or-lacking.ts';
import { createQuery, readAgain } from './server-state.ts';
import { $sessionTag } from './session.ts';

export interface TellMe {
  /** Null where the operator offers no notifications. */
  publicKey: string | null;
  devices: DataOf<typeof push>['devices'];
  /** The digest of this browser's own subscription, if it has one. */
  own: string | null;
  /** Since when there is a calendar address. */
  feedSince: string | null;
}

export interface PushWish {
  showsAmounts: boolean;
  endsWithSession: boolean;
}

const KEY = 'account/tell-me:';
const READY_WITHIN_MS = 10_000;

/** The member's notifications and calendar; null if the provider lacks the calls. */
export const $tellMe = createQuery<TellMe | null>([KEY, $sessionTag], {
  kept: z.nullable(z.object({ ...push.output.shape, own: z.nullable(z.string()), feedSince: calendarFeed.output.shape.createdAt })),
  fetcher: () =>
    orLacking(async () => {
      const [{ publicKey, devices }, { createdAt: feedSince }, own] = await Promise.all([
        callApi(push, {}),
        callApi(calendarFeed, {}),
        ownDigest(),
      ]);
      return { publicKey, devices, own, feedSince };
    }, null),
});

export function refreshTellMe(): void {
  readAgain(KEY);
}

export function canBeTold(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
}

/** Asks the browser's permission and subscribes it. Call it only after a press on a button. Throws the client's errors, and the browser's. */
export async function turnOnPush(publicKey: string, wish: PushWish): Promise<'ON' | 'BLOCKED'> {
  if ((await Notification.requestPermission()) !== 'granted') return 'BLOCKED';
  const { pushManager } = await readyWorker();
  const known = await pushManager.getSubscription();
  // A browser has one key at a time; the operator may have replaced its own.
  if (known !== null && keyOf(known) !== publicKey) await known.unsubscribe();
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  const { p256dh = '', auth = '' } = subscription.toJSON().keys ?? {};
  await callApi(subscribePush, { endpoint: subscription.endpoint, p256dh, auth, ...wish });
  refreshTellMe();
  return 'ON';
}

/** Ends a browser's notifications; for this browser, also its own subscription. */
export async function turnOffPush(id: string, isOwn: boolean): Promise<void> {
  await callApi(unsubscribePush, { id });
  // The browser needn't keep a subscription that gets nothing.
  if (isOwn) await (await ownSubscription())?.unsubscribe();
  refreshTellMe();
}

/** Returns the new address, which is shown only this once. */
export async function openFeed(): Promise<string> {
  const { path } = await callApi(openCalendarFeed, {});
  refreshTellMe();
  return new URL(apiAddress().url, location.href).href.replace(/\/$/, '') + path;
}

export async function closeFeed(): Promise<void> {
  await callApi(closeCalendarFeed, {});
  refreshTellMe();
}

/** The worker is registered after the first act on a page. */
function readyWorker(): Promise<ServiceWorkerRegistration> {
  return Promise.race([
    navigator.serviceWorker.ready,
    new Promise<never>((_, reject) => setTimeout(() => reject(new Error('there is no service worker')), READY_WITHIN_MS)),
  ]);
}

async function ownSubscription(): Promise<PushSubscription | null> {
  if (!canBeTold()) return null;
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

async function ownDigest(): Promise<string | null> {
  const subscription = await ownSubscription().catch(() => null);
  if (subscription === null) return null;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(subscription.endpoint));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}
