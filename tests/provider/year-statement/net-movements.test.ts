import { expect, it } from 'vitest';
import { type Movement, netMovements } from '../../../provider/modules/year-statement/read-movements.ts';

function movement(id: string, amount: bigint, more: Partial<Movement> = {}): Movement {
  return { id, kind: 'PAYOUT', token: 'JU', amount, fee: 0n, at: new Date(0), returns: null, ...more };
}

it('leaves out a payout that came back whole, and its return', () => {
  const other = movement('other', 7n, { kind: 'DEPOSIT' });
  expect(netMovements([movement('payout', -105n, { fee: 5n }), other, movement('return', 105n, { returns: 'payout' })])).toEqual([other]);
});

it('leaves the fee of a payout that was refused', () => {
  expect(netMovements([movement('payout', -105n, { fee: 5n }), movement('return', 100n, { returns: 'payout' })])).toEqual([
    movement('payout', -5n, { fee: 5n }),
  ]);
});
