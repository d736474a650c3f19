import { expect, test } from 'vitest';
import { fromDecimalString } from '../../../src/lib/amount.ts';
import { formatWeight, voteWeight } from '../../../src/islands/dashboard/vote-weight.ts';

test('a weight is rounded down to whole units, but a smaller one never looks like zero', () => {
  expect(formatWeight(20n * 10n ** 18n, 'en-US')).toBe('20');
  expect(formatWeight(1_234_567_899_999_999_999_999n, 'en-US')).toBe('1,234');
  expect(formatWeight(1_234_567_899_999_999_999_999n, 'de-DE')).toBe('1.234');
  expect(formatWeight(1n, 'en-US')).toBe('0.000000000000000001');
});

test('ignores the weight in another poll', () => {
  expect(voteWeight({ id: 'a' }, { pollId: 'a', power: fromDecimalString('1.5') })).toBe(1_500_000_000_000_000_000n);
  expect(voteWeight({ id: 'a' }, { pollId: 'a', power: 0n })).toBe(0n);
  expect(voteWeight({ id: 'a' }, { pollId: 'b', power: fromDecimalString('1.5') })).toBeNull();
  expect(voteWeight({ id: 'a' }, null)).toBeNull();
  expect(voteWeight({ id: 'a' }, undefined)).toBeNull();
});
