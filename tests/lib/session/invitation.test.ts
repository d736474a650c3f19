// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import { invitationCode, withInvitation } from '../../../src/lib/session/invitation.ts';

beforeEach(() => sessionStorage.clear());

describe('the invitation code', () => {
  it.each([
    [null, null],
    ['FRIEND12', 'FRIEND12'],
    [' FRIEND12\n', 'FRIEND12'],
    ['  ', null],
    ['x'.repeat(256), 'x'.repeat(256)],
    ['x'.repeat(257), null],
  ])('for %j is %j', (kept, code) => {
    if (kept !== null) sessionStorage.setItem('jufi:referral-code', kept);
    expect(invitationCode()).toBe(code);
  });

  it('is passed on to a wallet app, whose browser doesn’t share this tab’s storage', () => {
    expect(withInvitation('https://jufi.test/de?x=1#y')).toBe('https://jufi.test/de?x=1#y');
    sessionStorage.setItem('jufi:referral-code', 'A&B');
    expect(withInvitation('https://jufi.test/de?x=1#y')).toBe('https://jufi.test/de?x=1&referralCode=A%26B#y');
    expect(withInvitation('https://jufi.test/?referralCode=OTHER')).toBe('https://jufi.test/?referralCode=OTHER');
  });
});
