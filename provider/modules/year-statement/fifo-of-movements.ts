import type { Token } from '../../ledger/account.ts';
import { valueInUsd } from '../../price/value-in-usd.ts';
import { classifyMovement } from './classify-movement.ts';
import type { PricesOn } from './day-prices.ts';
import { type FifoEvent, fifoGains, type FifoResult } from './fifo-gains.ts';
import type { Movement } from './read-movements.ts';

/** What a member's movements gained or lost in a token, and the remaining lots, available and staked ones together. */
export function fifoOfMovements(
  token: Token,
  movements: readonly Movement[],
  { received, pricesOn }: { received: ReadonlyMap<Movement, bigint | null>; pricesOn: PricesOn },
): FifoResult<Movement> {
  const own = movements.filter((movement) => movement.token === token);
  return fifoGains(own.flatMap((movement) => eventsOf(movement, received, pricesOn)));
}

/** A payout's fee was spent, even though its amount wasn't. */
function eventsOf(movement: Movement, received: ReadonlyMap<Movement, bigint | null>, pricesOn: PricesOn): FifoEvent<Movement>[] {
  const { amount, fee, token, at } = movement;
  const dispose = (spent: bigint): FifoEvent<Movement>[] =>
    spent === 0n ? [] : [{ type: 'DISPOSED', amount: spent, proceeds: valueInUsd(spent, token, pricesOn(at)), of: movement }];
  switch (classifyMovement(movement).type) {
    case 'KEPT':
      return [];
    case 'RECEIPT':
      return [{ type: 'ACQUIRED', at, amount, cost: received.get(movement) ?? null }];
    case 'MOVED_OUT':
      return [...(-amount > fee ? [{ type: 'MOVED_OUT', amount: -amount - fee } as const] : []), ...dispose(fee)];
    case 'DISPOSAL':
      return dispose(-amount);
  }
}
