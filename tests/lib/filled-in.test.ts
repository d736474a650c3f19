import { expect, it } from 'vitest';
import { filledInFragment, readFilledIn } from '../../src/lib/filled-in.ts';

it('what a link fills in is read as it was written', () => {
  for (const filledIn of [
    { amount: 1_000n * 10n ** 18n, choice: '5e4f-1' },
    { amount: 1n, choice: null },
  ])
    expect(readFilledIn(filledInFragment(filledIn))).toEqual(filledIn);
  expect(filledInFragment({ amount: 15n * 10n ** 17n, choice: 'a&b' })).toBe('#amount=1.5&choice=a%26b');
});

it.each(['', '#packages', '#amount=', '#amount=0', '#amount=-1', '#amount=1e9', '#amount=1,000', `#amount=${'9'.repeat(80)}`])(
  'nothing is filled in by %j',
  (fragment) => {
    expect(readFilledIn(fragment)).toBeNull();
  },
);
