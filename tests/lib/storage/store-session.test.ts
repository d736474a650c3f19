// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { UserInfo } from '../../../src/lib/api/contract/user-info.ts';
import { endSession, keptUser, sessionTag, storeSession } from '../../../src/lib/session/kept-session.ts';
import { member } from '../../shell/member.ts';

const session = { token: 'secret', user: member('mira_holt'), origin: 'https://jufi.test' };

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

describe('storing a session', () => {
  it('stores token, user, previous address and issuer under their keys, as plain text except the user', () => {
    expect(storeSession(session)).toBe(true);
    expect(localStorage.getItem('AUTH_TOKEN')).toBe('secret');
    expect(JSON.parse(localStorage.getItem('AUTH_USER') ?? '') as UserInfo).toEqual(session.user);
    expect(localStorage.getItem('prevAddr')).toBe(session.user.address);
    expect(localStorage.getItem('jufi:token-origin')).toBe('https://jufi.test');
    expect(sessionStorage.getItem('jufi:session')).toBe('1');
  });

  it.each(['AUTH_TOKEN', 'AUTH_USER', 'prevAddr', 'jufi:token-origin'])('stores nothing at all if %s is refused', (refused) => {
    const values = new Map<string, string>();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => values.get(key) ?? null,
      setItem: (key: string, value: string) => {
        if (key === refused) throw new Error('full');
        values.set(key, value);
      },
      removeItem: (key: string) => values.delete(key),
    });
    expect(storeSession(session)).toBe(false);
    expect([...values.keys()]).toEqual([]);
    vi.unstubAllGlobals();
  });

  it('removes the previous session’s cached data', () => {
    localStorage.setItem('jufi:cache:dashboard', 'of another member');
    localStorage.setItem('theme', 'theme-light');
    storeSession(session);
    expect(localStorage.getItem('jufi:cache:dashboard')).toBeNull();
    expect(localStorage.getItem('theme')).toBe('theme-light');
  });

  it.each(['', '  ', 'null', 'a\nb', 'ü'])('doesn’t store an invalid token: %j', (token) => {
    expect(storeSession({ ...session, token })).toBe(false);
    expect(Object.keys(localStorage)).toEqual([]);
  });
});

describe('ending a session', () => {
  it('clears it and cached data, and keeps what a payment in flight needs', () => {
    storeSession(session);
    localStorage.setItem('jufi:cache:wallet', '1');
    localStorage.setItem('jufi:intent:1', 'key');
    localStorage.setItem('theme', 'theme-light');
    endSession('EXPIRED');
    expect(Object.keys(localStorage).sort()).toEqual(['jufi:intent:1', 'theme']);
    expect(sessionStorage.getItem('jufi:session')).toBeNull();
    expect(sessionStorage.getItem('jufi:toast')).toBe('{"kind":"info","key":"EXPIRED"}');
  });

  it('shows no message after a deliberate sign-out', () => {
    endSession('LOGOUT');
    expect(sessionStorage.getItem('jufi:toast')).toBeNull();
  });
});

it.each(['', '{', 'null', '[]', '"x"', '{"uid":1}', '{"uid":"a","username":"b"}'])('finds no user in %j', (text) => {
  expect(keptUser.read(text)).toBeUndefined();
});

it('finds the user that was stored, and none where a field is missing or no text', () => {
  const { user } = session;
  expect(keptUser.read(JSON.stringify(user))).toEqual(user);
  for (const field of ['uid', 'username', 'address', 'referrer', 'role']) {
    const others = Object.entries(user).filter(([name]) => name !== field);
    expect(keptUser.read(JSON.stringify(Object.fromEntries(others))), field).toBeUndefined();
  }
  for (const field of ['uid', 'username', 'address']) expect(keptUser.read(JSON.stringify({ ...user, [field]: 5 })), field).toBeUndefined();
});

it.each([
  ['', '#ztntfp'],
  ['a', '#1r9wi7g'],
])('tags %j by its FNV-1a hash of 32 bits', (token, tag) => {
  expect(sessionTag(token)).toBe(tag);
});
