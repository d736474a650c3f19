import { expect, it } from 'vitest';
import { coverRatio, isPartNotMinted, type TokenReserves } from '../../src/lib/reserves/reserves.ts';

const owed = { members: '60', promised: '20', arriving: '0', pools: '15', operator: '5' };

function holding(vault: string, notMinted: string): TokenReserves {
  return { vault, ledger: { owedInAll: '100', owed, notMinted, uncoveredLoss: '0', withdrawn: '0' } };
}

it('what was sold counts as held, and is told apart from what the vault holds', () => {
  expect(coverRatio(holding('10', '98'))).toBe(10_800);
  expect(isPartNotMinted(holding('10', '98'))).toBe(true);
  expect(isPartNotMinted(holding('108', '0'))).toBe(false);
  expect(isPartNotMinted({ vault: '108', ledger: null })).toBe(false);
});
