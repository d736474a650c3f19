import { expect, it } from 'vitest';
import texts from '../../../public/locales/en/bonuses.json' with { type: 'json' };
import { fromDecimalString } from '../../../src/lib/amount.ts';
import { bonusesCsv, isCapped } from '../../../src/islands/bonuses/BonusLog.tsx';

it.each([
  ['the whole share', { base: fromDecimalString('7250'), rate: 1_000, amount: fromDecimalString('725') }, false],
  ['less than the share', { base: fromDecimalString('7250'), rate: 1_000, amount: fromDecimalString('656.401') }, true],
  ['a millionth less', { base: fromDecimalString('7250'), rate: 1_000, amount: fromDecimalString('724.999999') }, true],
  ['a share rounded down to six digits', { base: fromDecimalString('0.333333'), rate: 333, amount: fromDecimalString('0.011099') }, false],
  ['nothing of nothing', { base: 0n, rate: 1_000, amount: 0n }, false],
])('whether a bonus was capped: %s', (_name, bonus, capped) => {
  expect(isCapped(bonus)).toBe(capped);
});

it('writes exact amounts, basis points and UTC times, and neutralises formulas in members’ texts', () => {
  const csv = bonusesCsv(
    [
      {
        id: '01a07fe6-2a46-7585-9501-6fa43c6b07ed',
        kind: 'TREASURY',
        level: 1,
        from: { uid: 'c3x5z3ds', username: '=HYPERLINK("x")' },
        base: fromDecimalString('7250'),
        rate: 1_000,
        amount: fromDecimalString('656.401'),
        status: 'CLAIMABLE',
        createdAt: '2026-09-08T07:23:05.670Z',
      },
    ],
    texts,
  );
  const [head, row, ...rest] = csv.slice(1).split('\r\n');
  expect(csv.startsWith('\uFEFF')).toBe(true);
  expect(head).toBe('Time,Type,Level,From,Purchase,Rate (basis points),Bonus,Status,Reference');
  expect(row).toContain('2026-09-08T07:23:05.670Z,Package,1,');
  expect(row).toContain(',7250,1000,656.401,CLAIMABLE,01a07fe6-2a46-7585-9501-6fa43c6b07ed');
  expect(row).not.toMatch(/,"?=/);
  expect(rest).toEqual(['']);
});
