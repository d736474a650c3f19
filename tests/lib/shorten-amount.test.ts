import { expect, it } from 'vitest';
import { shortenAmount } from '../../src/lib/shown-amount.ts';

it('drops digits too small to read, rounding down', () => {
  expect(shortenAmount(1_234_567_890_123_456_789n, 18)).toBe(1_234_567_000_000_000_000n);
});

it('keeps an amount of only such digits, and one of a token without more digits', () => {
  expect(shortenAmount(5n, 18)).toBe(5n);
  expect(shortenAmount(1_234_567n, 6)).toBe(1_234_567n);
  expect(shortenAmount(12n, 0)).toBe(12n);
});
