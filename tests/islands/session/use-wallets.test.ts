// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest';
import { addressForWallet, isInsideApp } from '../../../src/islands/session/use-wallets.ts';

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

const android =
  'Mozilla/5.0 (Linux; Android 14; Pixel 7{{}}) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0.0.0 Mobile Safari/537.36';
const ios = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';

it.each([
  ['a web view of Android', android.replace('{{}}', '; wv'), true],
  ['Chrome on Android', android.replace('{{}}', ''), false],
  ['a web view of iOS', `${ios} Mobile/15E148 imToken/2.14`, true],
  ['Safari on iOS', `${ios} Version/17.5 Mobile/15E148 Safari/604.1`, false],
  ['a desktop', 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36', false],
])('inside an app: %s', (_name, userAgent, isInside) => {
  expect(isInsideApp(userAgent)).toBe(isInside);
});
