// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import { invitationCode, withInvitation } from '../../../src/lib/session/invitation.ts';

beforeEach(() => sessionStorage.clear());

describe('the code one was invited with', () => {
  it.each([
    [null, null],
    ['FRIEND12', 'FRIEND12'],
    [' FRIEND12\n', 'FRIEND12'],
    ['  ', null],
    ['x'.repeat(256), 'x'.repeat(256)],
    ['x'.repeat(257), null],
  ])('of %j is %j', (kept, code) => {
    if (kept !== null) sessionStorage.setItem('jufi:referral-code', kept);
    expect(invitationCode()).toBe(code);
  });

  it('goes along to a wallet’s app, whose browser knows nothing of this tab', () => {
    expect(withInvitation('https://jufi.test/de?x=1#y')).toBe('https://jufi.test/de?x=1#y');
    sessionStorage.setItem('jufi:referral-code', 'A&B');
    expect(withInvitation('https://jufi.test/de?x=1#y')).toBe('https://jufi.test/de?x=1&referralCode=A%26B#y');
    expect(withInvitation('https://jufi.test/?referralCode=OTHER')).toBe('https://jufi.test/?referralCode=OTHER');
  });
});
