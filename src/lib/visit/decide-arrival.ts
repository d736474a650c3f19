/** What the head script knows about a page load when it decides whether it is a visit. Times in ms since the epoch. */
export interface Arrival {
  type: 'navigate' | 'reload' | 'back_forward' | 'prerender';
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

/** Reload and back keep the referrer of the previous load, so the navigation type is checked first. */
export function decideArrival(arrival: Arrival): ArrivalKind {
  if (arrival.carried) return arrival.carried;
  if (arrival.wasDiscarded || isWithin(arrival.walletHandoverMs, arrival.nowMs, WALLET_HANDOVER_LIFE_MS)) return 'in-app';
  switch (arrival.type) {
    case 'reload':
      return 'visit';
    case 'back_forward':
      return arrival.tabKnowsSession ? 'in-app' : 'visit';
    case 'navigate':
    case 'prerender':
      return isSameOrigin(arrival) || isMarked(arrival) ? 'in-app' : 'visit';
  }
}

function isSameOrigin({ referrer, origin }: Arrival): boolean {
  return URL.canParse(referrer) && new URL(referrer).origin === origin;
}

function isMarked({ mark, path, nowMs }: Arrival): boolean {
  return mark?.path === path && isWithin(mark.atMs, nowMs, MARK_LIFE_MS);
}

function isWithin(sinceMs: number, nowMs: number, lifeMs: number): boolean {
  return nowMs >= sinceMs && nowMs - sinceMs < lifeMs;
}
