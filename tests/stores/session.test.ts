// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { member } from '../shell/member.ts';

const user = member('mira_holt');

async function load() {
  vi.resetModules();
  const session = await import('../../src/stores/session.ts');
  const { $storageFault } = await import('../../src/stores/persistence.ts');
  session.$token.listen(() => undefined);
  session.$user.listen(() => undefined);
  return { ...session, $storageFault };
}

/** Simulates another tab: the storage changes, then the event fires. */
function inAnotherTab(change: () => void): void {
  change();
  window.dispatchEvent(new Event('storage'));
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  delete window.jufiArrival;
});

describe('the login state', () => {
  it('is true if an auth token is stored', async () => {
    expect((await load()).$isSignedIn.get()).toBe(false);
    localStorage.setItem('AUTH_TOKEN', 'secret');
    expect((await load()).$isSignedIn.get()).toBe(true);
  });

  it.each(['', ' ', 'null'])('is false for the empty token %j', async (token) => {
    localStorage.setItem('AUTH_TOKEN', token);
    expect((await load()).$isSignedIn.get()).toBe(false);
  });

  it.each(['a\nb', 'schlüssel', 'two words'])('is false for an impossible token: %j', async (token) => {
    localStorage.setItem('AUTH_TOKEN', token);
    expect((await load()).$isSignedIn.get()).toBe(false);
  });

  it('has a different tag for each session, and none while signed out', async () => {
    const { $sessionTag, adoptSession, endSession } = await load();
    const tags = [$sessionTag.get()];
    for (const token of ['first', 'second']) {
      adoptSession({ token, user, origin: 'https://jufi.test' });
      tags.push($sessionTag.get());
    }
    endSession('LOGOUT');
    expect(tags).toEqual([null, expect.stringMatching(/^#\w+$/), expect.stringMatching(/^#\w+$/)]);
    expect(tags[1]).not.toBe(tags[2]);
    expect($sessionTag.get()).toBeNull();
  });

  it('is false while a login link is being verified, even if a member was signed in', async () => {
    localStorage.setItem('AUTH_TOKEN', 'secret');
    window.jufiArrival = { kind: 'visit', linkToken: 'x', endsSession: true, storageRefused: false };
    const { $isSignedIn, adoptSession } = await load();
    expect($isSignedIn.get()).toBe(false);
    adoptSession({ token: 'new', user, origin: 'https://jufi.test' });
    expect($isSignedIn.get()).toBe(true);
  });

  it('follows sign-in and sign-out in another tab', async () => {
    const { $isSignedIn } = await load();
    const seen: boolean[] = [];
    $isSignedIn.subscribe((isSignedIn) => seen.push(isSignedIn));
    inAnotherTab(() => localStorage.setItem('AUTH_TOKEN', 'secret'));
    inAnotherTab(() => localStorage.removeItem('AUTH_TOKEN'));
    expect(seen).toEqual([false, true, false]);
  });
});

describe('the user', () => {
  it('is what was stored', async () => {
    localStorage.setItem('AUTH_USER', JSON.stringify(user));
    const { $user, $storageFault } = await load();
    expect($user.get()).toEqual(user);
    expect($storageFault.get()).toBeNull();
  });

  it.each(['{', '[]', '{"username":5}'])('is null if the storage holds %j, and that is recorded', async (text) => {
    localStorage.setItem('AUTH_USER', text);
    const { $user, $storageFault } = await load();
    expect($user.get()).toBeNull();
    expect($storageFault.get()).toBe('GARBAGE');
  });
});

it('ending the session clears token, user and address, here and in storage', async () => {
  const { $token, $user, $previousAddress, adoptSession, endSession } = await load();
  adoptSession({ token: 'secret', user, origin: 'https://jufi.test' });
  expect($previousAddress.get()).toBe(user.address);
  endSession('LOGOUT');
  expect([$token.get(), $user.get(), $previousAddress.get()]).toEqual([undefined, null, undefined]);
  expect(['AUTH_TOKEN', 'AUTH_USER', 'prevAddr'].map((key) => localStorage.getItem(key))).toEqual([null, null, null]);
});

describe('where a session ended', () => {
  const returnTo = (): string | null => sessionStorage.getItem('jufi:return-to');

  it.each<['member' | 'public', string, 'VISIT' | 'LOGOUT' | 'EXPIRED' | 'WALLET_CHANGED', boolean]>([
    ['member', '/wallet?size=20#row', 'EXPIRED', true],
    ['member', '/wallet?size=20#row', 'WALLET_CHANGED', true],
    ['member', '/wallet?size=20#row', 'LOGOUT', false],
    ['public', '/announcements?page=2#top', 'EXPIRED', true],
    ['public', '/announcements?page=2#top', 'WALLET_CHANGED', false],
    ['public', '/announcements?page=2#top', 'LOGOUT', false],
    ['public', '/', 'EXPIRED', false],
  ])('on a %s page, %s, by %s: kept to come back to is %s', async (access, address, reason, isKept) => {
    document.documentElement.dataset.access = access;
    history.replaceState(null, '', address);
    const { $sessionEnd, adoptSession, endSession } = await load();
    adoptSession({ token: 'secret', user, origin: 'https://jufi.test' });
    expect($sessionEnd.get()).toBeNull();
    endSession(reason);
    expect(returnTo()).toBe(isKept ? address : null);
    expect($sessionEnd.get()).toBe(reason);
    expect(localStorage.getItem('jufi:token-origin')).toBeNull();
    adoptSession({ token: 'next', user, origin: 'https://jufi.test' });
    expect($sessionEnd.get()).toBeNull();
  });
});

it('a new session’s user is shown and stays on the device, and so does what the member changes of it later', async () => {
  const { $user, adoptSession } = await load();
  adoptSession({ token: 'secret', user, origin: 'https://jufi.test' });
  const kept = (): unknown => JSON.parse(localStorage.getItem('AUTH_USER') ?? 'null');
  expect([$user.get(), kept()]).toEqual([user, user]);
  const renamed = member('mira_holt_2');
  $user.set(renamed);
  expect([$user.get(), kept()]).toEqual([renamed, renamed]);
});

it('responses belong to no member while a login link is being verified', async () => {
  localStorage.setItem('AUTH_TOKEN', 'secret');
  window.jufiArrival = { kind: 'visit', linkToken: 'x', endsSession: true, storageRefused: false };
  expect((await load()).$sessionTag.get()).toBeNull();
});
