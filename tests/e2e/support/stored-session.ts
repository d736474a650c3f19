import type { BrowserContextOptions } from '@playwright/test';
import type { ApiMember } from './api-member.ts';
import { siteOrigin } from './ports.ts';

export type StorageState = Exclude<NonNullable<BrowserContextOptions['storageState']>, string>;

/** The local storage of a signed-in device. */
export function sessionValues({ token, user }: ApiMember): Record<string, string> {
  return { AUTH_TOKEN: token, AUTH_USER: JSON.stringify(user), prevAddr: user.address, 'jufi:token-origin': siteOrigin };
}

export function storageStateOf(values: Readonly<Record<string, string>>): StorageState {
  const localStorage = Object.entries(values).map(([name, value]) => ({ name, value }));
  return { cookies: [], origins: [{ origin: siteOrigin, localStorage }] };
}
