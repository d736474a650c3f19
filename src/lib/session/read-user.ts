import type { UserInfo } from '../api/contract/user-info.ts';

/**
 * AUTH_USER as it was kept; undefined when it is none. It was checked against the contract before it was kept, and what decides
 * over money comes from the provider, so that a look at its shape is enough here, on every page.
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
