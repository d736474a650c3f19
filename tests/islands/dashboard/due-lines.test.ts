import { expect, it } from 'vitest';
import { fromDecimalString } from '../../../src/lib/amount.ts';
import { claimableUsd, dueLines } from '../../../src/islands/dashboard/ClaimsNow.tsx';
import { comingLines } from '../../../src/islands/dashboard/Outlook.tsx';

type Home = Parameters<typeof dueLines>[0];

const claimable: NonNullable<Home['claimable']> = {
  vestedJuf: { claimable: fromDecimalString('10') },
  roi: { claimable: fromDecimalString('1') },
  bonus: { claimable: fromDecimalString('7') },
  privilege: { claimable: true, juf: fromDecimalString('11'), score: 100, nextAt: '2026-11-30T09:12:00.000Z' },
  score: { claimable: 30, nextAt: null },
};
const home = { jufPrice: fromDecimalString('0.42'), juPrice: null, claimable } as Home;
const matured = { amount: fromDecimalString('1200'), since: '2026-11-15T00:00:00.000Z', count: 1 };
const kinds = (lines: ReturnType<typeof dueLines>): string[] => lines.map((line) => (line.kind === 'claim' ? line.claim.kind : line.kind));

it('what waits stands by worth, matured stakes among it, and points last', () => {
  const lines = dueLines(home, matured);
  expect(kinds(lines)).toEqual(['matured', 'bonus', 'privilege', 'vestedJuf', 'roi', 'score']);
  // 7 and 22 JUF at 0.42; the stake is withdrawn, not claimed.
  expect(claimableUsd(lines)).toBe(16_240_000_000_000_000_000n);
});

it('without a price, no sum is said', () => {
  const lines = dueLines({ ...home, jufPrice: null }, null);
  expect(kinds(lines)[0]).toBe('bonus');
  expect(claimableUsd(lines)).toBeNull();
});

it('what lapses stands among what comes next, by its date', () => {
  const vote = { kind: 'VOTE_ENDS', id: 'poll', at: '2026-11-28T00:00:00.000Z', title: 'Which pool?' } as const;
  // One that can be claimed lapses when the next falls due.
  const privilege = { kind: 'PRIVILEGE', id: 'next', at: '2026-11-30T09:12:00.000Z' } as const;
  const lines = comingLines([vote, privilege], claimable, Date.UTC(2026, 10, 26, 12));
  expect(lines.map(({ kind }) => kind)).toEqual(['POINTS_LAPSE', 'VOTE_ENDS', 'PRIVILEGE_LAPSES']);
  expect(comingLines([vote], undefined, 0)).toEqual([vote]);
});
