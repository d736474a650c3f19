import { expect, it } from 'vitest';
import { EXAMPLE_SPENT, exampleBonus } from '../../../src/islands/team/Formula.tsx';

it.each([
  [EXAMPLE_SPENT, 700, 70n * 10n ** 18n],
  [EXAMPLE_SPENT, 0, 0n],
  // Rounded down, as the provider pays it.
  [19n, 1_000, 1n],
])('%s at %s basis points yields %s', (spent, rate, brought) => {
  expect(exampleBonus(spent, rate)).toBe(brought);
});
