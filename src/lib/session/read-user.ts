import type { UserInfo } from '../api/contract/user-info.ts';

/**
 * Parses AUTH_USER; undefined if invalid. It was validated against the contract before it was stored, and decisions about money use the
 * provider's data, so a check of its shape is enough on every page.
 */
export function readUser(text: string): UserInfo | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isUser(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isUser(value: unknown): value is UserInfo {
  if (typeof value !== 'object' || value === null) return false;
  const fields: readonly unknown[] = ['uid', 'username', 'address'].map((name): unknown => Reflect.get(value, name));
  return fields.every((field) => typeof field === 'string') && 'referrer' in value && 'role' in value;
}
