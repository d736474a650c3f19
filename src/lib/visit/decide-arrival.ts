import type { RequestSite } from './request-site.ts';

/** What the head script knows about a page load when it decides whether it is a visit. Times in ms since the epoch. */
export interface Arrival {
  type: NavigationTimingType | 'prerender';
  /** What the server or the service worker knew of the request. */
  site: RequestSite;
  /** `document.referrer`; empty if there is none. */
  referrer: string;
  origin: string;
  path: string;
  nowMs: number;
  /** The mark one of our links left, read once; null if there is none. */
  mark: InAppMark | null;
  /** The decision a redirect of the head script carried along. */
  carried: ArrivalKind | null;
  /** Whether this tab's sessionStorage knows the session. */
  tabKnowsSession: boolean;
  wasDiscarded: boolean;
  /** When this tab handed over to a wallet app; 0 if it didn't. */
  walletHandoverMs: number;
}

export interface InAppMark {
  path: string;
  atMs: number;
}

/** A visit is a load that didn't start from a page of this app; every reload is one. */
export type ArrivalKind = 'visit' | 'in-app';

const MARK_LIFE_MS = 5_000;
const WALLET_HANDOVER_LIFE_MS = 10 * 60_000;

/**
 * Reload and back repeat the previous load's request, so the navigation type is checked first. `unclear` is a load in a tab that doesn't know the session, of
 * which nobody can say where it came from: the address may have been typed, or a page of ours opened the tab and something took the referrer.
 */
export function decideArrival(arrival: Arrival): ArrivalKind | 'unclear' {
  if (arrival.carried) return arrival.carried;
  if (arrival.wasDiscarded || isWithin(arrival.walletHandoverMs, arrival.nowMs, WALLET_HANDOVER_LIFE_MS)) return 'in-app';
  switch (arrival.type) {
    case 'reload':
      return 'visit';
    case 'back_forward':
      return arrival.tabKnowsSession ? 'in-app' : 'visit';
    case 'navigate':
    case 'prerender':
      return decideBySigns(arrival);
  }
}

/**
 * A request from nobody's page has no referrer: beside one of ours, `none` is what a cache kept of another request. Of our link in a new tab without an opener,
 * WebKit says `cross-site`.
 */
function decideBySigns(arrival: Arrival): ArrivalKind | 'unclear' {
  const { referrer, origin, tabKnowsSession } = arrival;
  const isReferredByUs = referrer === origin || referrer.startsWith(`${origin}/`);
  const isMistaken = isReferredByUs && (arrival.site === 'none' || (arrival.site === 'cross-site' && !tabKnowsSession));
  const site = isMistaken ? 'unknown' : arrival.site;
  if (site !== 'unknown') return site === 'same-origin' ? 'in-app' : 'visit';
  if (isReferredByUs || isMarked(arrival)) return 'in-app';
  return referrer !== '' || tabKnowsSession ? 'visit' : 'unclear';
}

function isMarked({ mark, path, nowMs }: Arrival): boolean {
  return mark?.path === path && isWithin(mark.atMs, nowMs, MARK_LIFE_MS);
}

function isWithin(sinceMs: number, nowMs: number, lifeMs: number): boolean {
  return nowMs >= sinceMs && nowMs - sinceMs < lifeMs;
}
