import { expect, test } from 'vitest';
import type { ClaimKind, DueClaim } from '../../../src/lib/claims/claim-plan.ts';
import { hasChanged } from '../../../src/lib/claims/has-changed.ts';
import { sumGains } from '../../../src/lib/claims/sum-gains.ts';

const due = (kind: ClaimKind, amount: string, points = 0): DueClaim => ({
  kind,
  asked: { amount, token: kind === 'bonus' ? 'USDT' : 'JUF', points },
});

test('figures that grow every second may grow, but any other change counts', () => {
  expect(hasChanged([due('roi', '1.5')], [due('roi', '1.500000000000000001')])).toBe(false);
  expect(hasChanged([due('vestedJuf', '1.5')], [due('vestedJuf', '1.50')])).toBe(false);
  expect(hasChanged([due('roi', '1.5')], [due('roi', '1.4')])).toBe(true);
  expect(hasChanged([due('bonus', '3')], [due('bonus', '3.1')])).toBe(true);
  expect(hasChanged([due('privilege', '5', 20)], [due('privilege', '5', 21)])).toBe(true);
  expect(hasChanged([due('bonus', '3')], [])).toBe(true);
  expect(hasChanged([due('bonus', '3')], [due('bonus', '3'), due('score', '0', 10)])).toBe(true);
  expect(hasChanged([due('bonus', '3'), due('roi', '1')], [due('roi', '1'), due('score', '0', 10)])).toBe(true);
});

test('gains are summed exactly, per token', () => {
  const gains = [
    due('roi', '0.000000000000000001'),
    due('vestedJuf', '1'),
    due('bonus', '2.5'),
    due('privilege', '5', 20),
    due('score', '0', 10),
  ];
  expect(sumGains(gains.map(({ asked }) => asked))).toEqual([
    { amount: '6.000000000000000001', token: 'JUF', points: 0 },
    { amount: '2.5', token: 'USDT', points: 0 },
    { amount: '0', token: 'JUF', points: 30 },
  ]);
  expect(sumGains([])).toEqual([]);
});
