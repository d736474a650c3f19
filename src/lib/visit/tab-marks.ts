import { keptInTab, lasting, type Form } from '../storage/kept.ts';
import type { ArrivalKind, InAppMark } from './decide-arrival.ts';

/**
 * What a redirect of the head script carries along. The next page arrives with a same-origin referrer, so a typed address would look like
 * one of our links.
 */
export interface CarriedArrival {
  path: string;
  atMs: number;
  kind: ArrivalKind;
  /** The login link's token, if the address had one. */
  token?: string | undefined;
}

/** Long enough for a redirect on a slow network; a redirect that never arrived must not affect a later load. */
const CARRIED_LIFE_MS = 60_000;

export const carriedArrival = keptInTab<CarriedArrival>('jufi:carried', lasting(CARRIED_LIFE_MS, marks(toCarriedArrival)));
/** One of our links that was just followed. */
export const inAppMark = keptInTab<InAppMark>('jufi:mark', marks(toMark));
/** When this tab handed over to a wallet app, in ms since the epoch. */
export const walletHandover = keptInTab('jufi:wallet-handover');
/** Where to go after signing in: a same-origin path. */
export const returnTo = keptInTab('jufi:return-to');
/** The referral code a new member came with. */
export const referralCode = keptInTab('jufi:referral-code');
/** Set if the landing page should ask for a wallet. */
export const signInAsked = keptInTab('jufi:ask-sign-in');
/** The id of the member for whom something is new, so that the next page marks it at once. */
export const memberWithNews = keptInTab('jufi:news');
/** The toasts of `kept-toasts.ts`, for the head script, which can't read them. */
export const leftToast = keptInTab('jufi:toast');

/** Tells the next page that it was reached from here, for browsers that send no referrer. */
export function markInApp(path: string): void {
  inAppMark.set({ path, atMs: Date.now() });
}

/** Marks that the head script reads, which has no schemas. */
function marks<Mark>(read: (value: Record<string, unknown>) => Mark | undefined): Form<Mark> {
  return { read: (text) => read(Object(JSON.parse(text)) as Record<string, unknown>), write: JSON.stringify };
}

function toMark({ path, atMs }: Record<string, unknown>): InAppMark | undefined {
  return typeof path === 'string' && typeof atMs === 'number' ? { path, atMs } : undefined;
}

function toCarriedArrival({ path, atMs, kind, token }: Record<string, unknown>): CarriedArrival | undefined {
  if (typeof path !== 'string' || typeof atMs !== 'number') return undefined;
  return { path, atMs, kind: kind === 'in-app' ? kind : 'visit', token: typeof token === 'string' ? token : undefined };
}
