import { expect, it } from 'vitest';
import { coverRatio, isPartNotMinted, type TokenReserves } from '../../src/lib/reserves/reserves.ts';

const owed = { members: 60n, promised: 20n, arriving: 0n, pools: 15n, operator: 5n };

function holding(vault: bigint, notMinted: bigint): TokenReserves {
  return { vault, ledger: { owedInAll: 100n, owed, notMinted, uncoveredLoss: 0n, withdrawn: 0n } };
}

it('what is missing is never rounded away', () => {
  const { ledger } = holding(0n, 0n);
  if (ledger === null) throw new Error('there is a ledger');
  expect(coverRatio({ vault: 9_999n, ledger: { ...ledger, owedInAll: 10_000n } })).toBe(9_990);
});

it('what was sold counts as held, and is told apart from what the vault holds', () => {
  expect(coverRatio(holding(10n, 98n))).toBe(10_800);
  expect(isPartNotMinted(holding(10n, 98n))).toBe(true);
  expect(isPartNotMinted(holding(108n, 0n))).toBe(false);
  expect(isPartNotMinted({ vault: 108n, ledger: null })).toBe(false);
});
