import type { UserInfo } from '../api/contract/user-info.ts';
import { keptInTab, keptOnDevice, textIf } from '../storage/kept.ts';
import { isToken } from './is-token.ts';

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

/** Removes the session from this device. */
export function forgetSession(): void {
  for (const kept of [keptToken, keptUser, keptAddress, keptTokenOrigin, sessionInTab]) kept.set(null);
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
