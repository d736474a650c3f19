import { expect, it } from 'vitest';
import { isCapped } from '../../../src/islands/bonuses/BonusLog.tsx';

it.each([
  ['the whole share', { base: '7250', rate: 1_000, amount: '725' }, false],
  ['less than the share', { base: '7250', rate: 1_000, amount: '656.401' }, true],
  ['a millionth less', { base: '7250', rate: 1_000, amount: '724.999999' }, true],
  ['a share rounded down to six digits', { base: '0.333333', rate: 333, amount: '0.011099' }, false],
  ['nothing of nothing', { base: '0', rate: 1_000, amount: '0' }, false],
])('%s', (_name, bonus, capped) => {
  expect(isCapped(bonus)).toBe(capped);
});
