import type { UserInfo } from '../../src/lib/api/contract/user-info.ts';

/** A member in the provider's format. */
export function member(username: string, change: Partial<UserInfo> = {}): UserInfo {
  return {
    id: '01939d2c-7a10-7000-8000-000000000001',
    uid: username.replace(/\W|_/g, ''),
    username,
    address: '0x7A3fA1b2C3d4E5f60718293a4B5c6D7e8F90c21E',
    avatar: null,
    referralCode: 'ABCD1234',
    referrer: null,
    role: { code: 'MEMBER', name: 'Member' },
    scoreLevel: 0,
    language: 'en',
    createdAt: '2026-11-21T10:00:00.000Z',
    ...change,
  };
}
