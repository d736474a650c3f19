import { describe, expect, it } from 'vitest';
import { fromDecimalString } from '../../../src/lib/amount.ts';
import { claimLines, lapsesAt } from '../../../src/islands/dashboard/claim-lines.ts';

type Claim = Parameters<typeof claimLines>[0];

const nothing: Claim = {
  vestedJuf: { claimable: 0n },
  roi: { claimable: 0n },
  bonus: { claimable: 0n },
  privilege: { claimable: false, juf: 0n, score: 0, nextAt: null },
  score: { claimable: 0, nextAt: null },
};

describe('what can be claimed now', () => {
  it.each([
    ['0.000016', []],
    ['0.009999999999999999', []],
    ['0.01', ['vestedJuf']],
  ])('offers %s vested JUF as %j', (decimal, kinds) => {
    const claimable = fromDecimalString(decimal);
    expect(claimLines({ ...nothing, vestedJuf: { claimable } }).map(({ kind }) => kind)).toEqual(kinds);
  });

  it('offers points, which are integers, from the first one', () => {
    expect(claimLines({ ...nothing, score: { claimable: 1, nextAt: null } }).map(({ kind }) => kind)).toEqual(['score']);
  });
});

it.each([
  ['score', '2026-11-27T00:00:00.000Z'],
  ['privilege', '2026-11-30T09:12:00.000Z'],
  ['vestedJuf', null],
  ['roi', null],
  ['bonus', null],
] as const)('%s lapses at %s', (kind, at) => {
  const privilege = { claimable: true, juf: fromDecimalString('25'), score: 1_000, nextAt: '2026-11-30T09:12:00.000Z' };
  expect(lapsesAt(kind, { privilege }, Date.UTC(2026, 10, 26, 23, 59, 59, 999))).toBe(at);
});
