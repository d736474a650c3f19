import type { Movement } from './read-movements.ts';

/**
 * Removes payouts that failed, together with their refunds. If the fee was kept, only the fee remains.
 */
export function netMovements(movements: readonly Movement[]): Movement[] {
  const returned = new Map(movements.flatMap(({ returns, amount }) => (returns === null ? [] : [[returns, amount] as const])));
  return movements.flatMap((movement) => {
    if (movement.returns !== null) return [];
    const back = returned.get(movement.id);
    if (back === undefined) return [movement];
    const kept = movement.amount + back;
    return kept === 0n ? [] : [{ ...movement, amount: kept, fee: -kept }];
  });
}
