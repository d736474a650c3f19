import { expect, it } from 'vitest';
import { bonusCap } from '../../../src/lib/team/bonus-cap.ts';

const levels = (rates: number[]) => rates.map((rate, index) => ({ level: index + 1, rate, count: 0, volume: '0' }));

it.each([
  ['earns at its rates', [1_000, 500, 300], '400', [1_000, 500, 300], null],
  ['has earned all it can', [0, 0, 0], '1000', [1_000, 500, 300], { kind: 'REACHED', amount: '1000' }],
  ['was given its role', [0, 0, 0], '0', [1_000, 500, 300], { kind: 'NOTHING_PAID' }],
  ['has a role without rates', [0, 0, 0], '0', [0, 0, 0], null],
])('a member who %s', (_, rates, earned, roleRates, cap) => {
  expect(bonusCap({ levels: levels(rates), earned }, roleRates)).toEqual(cap);
});
