import { persistentAtom } from '@nanostores/persistent';
import { atom, computed } from 'nanostores';
import type { UserInfo } from '../lib/api/contract/user-info.ts';
import { isEmpty } from '../lib/emptiness.ts';
import { endSession as clearSession, type SessionEnd } from '../lib/session/end-session.ts';
import { isToken } from '../lib/session/is-token.ts';
import { readUser } from '../lib/session/read-user.ts';
import { sessionTag } from '../lib/session/session-tag.ts';
import { storeSession, type NewSession } from '../lib/session/store-session.ts';
import { tabStorage } from '../lib/storage/safe-storage.ts';
import { storageKeys, tabKeys } from '../lib/storage/storage-keys.ts';
import { isLanding } from '../lib/visit/is-landing.ts';
import { reportStorageFault } from './persistence.ts';

/** The auth token as plain text; undefined while nobody is signed in. */
export const $token = persistentAtom<string | undefined>(storageKeys.token, undefined, {
  encode: (token) => token,
  decode: (text) => (isToken(text) ? text : undefined),
});

/** The response of the user-info call. */
export const $user = persistentAtom<UserInfo | null>(storageKeys.user, null, {
  encode: (user) => (user ? JSON.stringify(user) : undefined),
  decode: (text) => {
    const user = isEmpty(text) ? null : readUser(text);
    if (user === undefined) reportStorageFault('GARBAGE');
    return user ?? null;
  },
});

/** The address the member signed in with. */
export const $previousAddress = persistentAtom<string | undefined>(storageKeys.previousAddress);

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
  if (reason !== 'LOGOUT' && isLeft) tabStorage.set(tabKeys.returnTo, location.pathname + location.search + location.hash);
  $token.set(undefined);
  $user.set(null);
  $previousAddress.set(undefined);
}
