// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest';
import { addressForWallet } from '../../../src/islands/session/use-wallets.ts';

beforeEach(() => sessionStorage.clear());

it('the address is the open page, with the invitation', () => {
  sessionStorage.setItem('jufi:referral-code', 'A&B');
  expect(addressForWallet('https://jufi.test/de?x=1#y')).toBe('https://jufi.test/de?x=1&referralCode=A%26B#y');
});

it('the address is the page that the sign-in interrupted', () => {
  sessionStorage.setItem('jufi:return-to', '/de/staking?x=1');
  expect(addressForWallet('https://jufi.test/de')).toBe('https://jufi.test/de/staking?x=1');
});

it.each(['https://evil.test/', '//evil.test/staking', 'http://['])('is never of another site, as %s', (returnTo) => {
  sessionStorage.setItem('jufi:return-to', returnTo);
  expect(addressForWallet('https://jufi.test/de')).toBe('https://jufi.test/de');
});

it('the address contains no login link token', () => {
  expect(addressForWallet('https://jufi.test/de?token=secret&x=1')).toBe('https://jufi.test/de?x=1');
});
