import type { UserInfo } from '../api/contract/user-info.ts';
import { isEmptyText } from '../emptiness.ts';
import { keptInTab, keptOnDevice, namesOnDevice, textIf } from '../storage/kept.ts';
import { leftToast } from '../visit/tab-marks.ts';

/** The names without `jufi:` are part of the product's specification and never change. */
export const keptToken = keptOnDevice(
  'AUTH_TOKEN',
  textIf((text) => (isToken(text) ? text : undefined)),
);
export const keptUser = keptOnDevice('AUTH_USER', { read: readUser, write: JSON.stringify });
/** The address the member signed in with. */
export const keptAddress = keptOnDevice('prevAddr');
/** The origin that issued the token, which is sent to no other. */
export const keptTokenOrigin = keptOnDevice('jufi:token-origin');
/** Set while this tab has shown the session: distinguishes back and forward from a visit. */
export const sessionInTab = keptInTab('jufi:session');
/** Begins the names of cached responses, which end with the session. */
export const CACHED = 'jufi:cache:';

export interface NewSession {
  token: string;
  user: UserInfo;
  /** The origin that issued the token. */
  origin: string;
}

/** Why a session ended; the shell has a text for each reason. */
export type SessionEnd = 'VISIT' | 'LOGOUT' | 'EXPIRED' | 'WALLET_CHANGED';

/** Fragment of the landing page's address that explains the redirect if the tab can't store a toast for it. */
export const NOTHING_KEPT = '#nothing-kept';

/** Whether this device stores what it is given. Tests with the length of a token, so that a nearly full disk counts as full. */
export function canStoreSession(): boolean {
  const probe = keptOnDevice('jufi:probe');
  const isKept = probe.set('x'.repeat(2048));
  probe.set(null);
  return isKept;
}

/**
 * Stores token, user, previous address and the token's origin, all or nothing: returns false, with nothing stored, if the device refuses
 * one. Removes cached data, which may belong to another member.
 */
export function storeSession({ token, user, origin }: NewSession): boolean {
  forgetCached();
  // The token goes last: if it's there, so is the rest.
  const isStored =
    isToken(token) && keptUser.set(user) && keptAddress.set(user.address) && keptTokenOrigin.set(origin) && keptToken.set(token);
  if (isStored) sessionInTab.set('1');
  else forgetSession();
  return isStored;
}

/**
 * Clears the session and all cached personal data. What a payment in flight needs (followed transactions, form drafts, idempotency keys) is
 * stored per member under other keys and remains.
 */
export function endSession(reason: SessionEnd): void {
  forgetSession();
  forgetCached();
  sessionInTab.set(null);
  if (reason !== 'LOGOUT') leftToast.set(JSON.stringify({ kind: 'info', key: reason }));
}

function forgetSession(): void {
  for (const kept of [keptToken, keptUser, keptAddress, keptTokenOrigin]) kept.set(null);
}

function forgetCached(): void {
  for (const name of namesOnDevice(CACHED)) keptOnDevice(name).set(null);
}

/**
 * It was validated against the contract before it was stored, and decisions about money use the provider's data, so a check of its shape is
 * enough on every page.
 */
function readUser(text: string): UserInfo | undefined {
  const value: unknown = JSON.parse(text);
  return isUser(value) ? value : undefined;
}

function isUser(value: unknown): value is UserInfo {
  if (typeof value !== 'object' || value === null) return false;
  const fields: readonly unknown[] = ['uid', 'username', 'address'].map((name): unknown => Reflect.get(value, name));
  return fields.every((field) => typeof field === 'string') && 'referrer' in value && 'role' in value;
}

/** Whether a text could be a token: not empty, and only characters allowed in an HTTP header. */
export function isToken(text: string): boolean {
  return !isEmptyText(text) && /^[!-~]+$/.test(text);
}

/** Identifies a session in storage without revealing its token (FNV-1a, 32 bits of the token's 256). */
export function sessionTag(token: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < token.length; index += 1) hash = Math.imul(hash ^ token.charCodeAt(index), 0x01000193);
  return `#${(hash >>> 0).toString(36)}`;
}
