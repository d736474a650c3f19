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

/** The auth token, as plain text; undefined when nobody is signed in. */
export const $token = persistentAtom<string | undefined>(storageKeys.token, undefined, {
  encode: (token) => token,
  decode: (text) => (isToken(text) ? text : undefined),
});

/** What the user-info call gave. */
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

/** Whether a login link waits to be proved: until then nobody is in, not even the member who was. */
export const $isLinkPending = atom(typeof window !== 'undefined' && window.jufiArrival?.linkToken !== undefined);

/** The login state: a flag, true when an auth token is stored and no login link waits to be proved. */
export const $isSignedIn = computed([$token, $isLinkPending], (token, isLinkPending) => token !== undefined && !isLinkPending);

/** Stands in the keys of answers that belong to the member; null while nobody is in. Another session has another one. */
export const $sessionTag = computed([$token, $isSignedIn], (token, isSignedIn) =>
  token !== undefined && isSignedIn ? sessionTag(token) : null,
);

/** Why the last session of this page ended here; null while one goes on, and where another tab ended it. */
export const $sessionEnd = atom<SessionEnd | null>(null);

/** Keeps a new session and tells the islands; false when the device refuses to keep it, and then nobody is signed in. */
export function adoptSession(session: NewSession): boolean {
  const isKept = storeSession(session);
  $token.set(isKept ? session.token : undefined);
  $user.set(isKept ? session.user : null);
  $previousAddress.set(isKept ? session.user.address : undefined);
  $isLinkPending.set(false);
  $sessionEnd.set(null);
  return isKept;
}

/** Ends the session on this device; other tabs hear of it from the storage. Going to another page is the caller's. */
export function endSession(reason: SessionEnd): void {
  clearSession(reason);
  $sessionEnd.set(reason);
  // Not after signing out by choice, and not where one stays: on the landing page, and on a page that anyone may read unless the provider ended it.
  const isLeft = document.documentElement.dataset.access === 'member' || (reason === 'EXPIRED' && !isLanding());
  if (reason !== 'LOGOUT' && isLeft) tabStorage.set(tabKeys.returnTo, location.pathname + location.search + location.hash);
  $token.set(undefined);
  $user.set(null);
  $previousAddress.set(undefined);
}
