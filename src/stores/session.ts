import { atom, computed } from 'nanostores';
import {
  endSession as clearSession,
  keptAddress,
  keptToken,
  keptUser,
  type NewSession,
  type SessionEnd,
  sessionTag,
  storeSession,
} from '../lib/session/kept-session.ts';
import { isLanding } from '../lib/visit/leave-for.ts';
import { returnTo } from '../lib/visit/tab-marks.ts';
import { storeOf } from './persistence.ts';

/** The auth token as plain text; undefined while nobody is signed in. */
export const $token = storeOf(keptToken, undefined);

/** The response of the user-info call. */
export const $user = storeOf(keptUser, null);

/** The address the member signed in with. */
export const $previousAddress = storeOf(keptAddress, undefined);

/** Whether a login link is being verified: until then nobody is signed in, not even the previous member. */
export const $isLinkPending = atom(typeof window !== 'undefined' && window.jufiArrival?.linkToken !== undefined);

/** Whether someone is signed in: a token is stored and no login link is being verified. */
export const $isSignedIn = computed([$token, $isLinkPending], (token, isLinkPending) => token !== undefined && !isLinkPending);

/** Part of the keys of responses that belong to the member, different for each session; null while nobody is signed in. */
export const $sessionTag = computed([$token, $isSignedIn], (token, isSignedIn) =>
  token !== undefined && isSignedIn ? sessionTag(token) : null,
);

/** Why this page's last session ended here; null while signed in, and if another tab ended it. */
export const $sessionEnd = atom<SessionEnd | null>(null);

/** Stores a new session and tells the islands. Returns false, with nobody signed in, if the device refuses to store it. */
export function adoptSession(session: NewSession): boolean {
  const isKept = storeSession(session);
  $token.set(isKept ? session.token : undefined);
  $user.set(isKept ? session.user : null);
  $previousAddress.set(isKept ? session.user.address : undefined);
  $isLinkPending.set(false);
  $sessionEnd.set(null);
  return isKept;
}

/** Ends the session on this device; other tabs learn it from the storage. Navigating away is up to the caller. */
export function endSession(reason: SessionEnd): void {
  clearSession(reason);
  $sessionEnd.set(reason);
  // Not after a deliberate sign-out, nor if the person stays: on the landing page, and on public pages unless the provider ended the
  // session.
  const isLeft = document.documentElement.dataset.access === 'member' || (reason === 'EXPIRED' && !isLanding());
  if (reason !== 'LOGOUT' && isLeft) returnTo.set(location.pathname + location.search + location.hash);
  $token.set(undefined);
  $user.set(null);
  $previousAddress.set(undefined);
}
