import { describe, expect, it } from 'vitest';
import { challengeDeadline } from '../../../src/lib/wallet-flow/check-sign-in-message.ts';

const expiresAt = '2026-11-21T10:05:00.000Z';
const message = ['x wants you to sign in', 'Issued At: 2026-11-21T10:00:00.000Z', `Expiration Time: ${expiresAt}`].join('\n');

describe('the end of a challenge', () => {
  it.each([
    ['right', '2026-11-21T10:00:00.000Z', '2026-11-21T10:05:00.000Z'],
    ['an hour fast', '2026-11-21T11:00:00.000Z', '2026-11-21T11:05:00.000Z'],
    ['a day slow', '2026-11-20T10:00:00.000Z', '2026-11-20T10:05:00.000Z'],
  ])('is five minutes from now by a clock that is %s', (_how, now, end) => {
    expect(new Date(challengeDeadline({ message, expiresAt }, Date.parse(now))).toISOString()).toBe(end);
  });

  it.each(['', 'Issued At: soon', 'Issued At: 2030-01-01T00:00:00.000Z'])(
    'is what the provider says where the message does not say from when: %j',
    (text) => {
      expect(challengeDeadline({ message: text, expiresAt }, 0)).toBe(Date.parse(expiresAt));
    },
  );
});
