import { mulDivFloor } from '../../../src/lib/amount.ts';
import type { Token } from '../../ledger/account.ts';
import { valueInUsd } from '../../price/read-price.ts';
import { classifyMovement, type Movement, type PricesOn } from './read-movements.ts';

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

/** What a holding gained or lost, in the order in which it happened. Amounts are in base units and positive, values in millionths of a US dollar. */
export type FifoEvent<Of> =
  | { type: 'ACQUIRED'; at: Date; amount: bigint; cost: bigint | null }
  /** To the member's own address: it leaves the holding without a gain. */
  | { type: 'MOVED_OUT'; amount: bigint }
  | { type: 'DISPOSED'; amount: bigint; proceeds: bigint | null; of: Of };

/** A part of a disposal, from a single lot. */
export interface FifoPart<Of> {
  of: Of;
  amount: bigint;
  /** Null, like the cost, for what exceeds all lots. */
  acquiredAt: Date | null;
  proceeds: bigint | null;
  cost: bigint | null;
  gain: bigint | null;
}

interface Lot {
  acquiredAt: Date;
  left: bigint;
  /** What the rest of the lot cost; null if unknown. */
  cost: bigint | null;
}

export interface FifoResult<Of> {
  parts: FifoPart<Of>[];
  /** The remaining lots, oldest first. */
  lots: Lot[];
}

interface Taken {
  amount: bigint;
  acquiredAt: Date | null;
  cost: bigint | null;
}

/** First in, first out: what leaves is what was acquired first. Shares are rounded down and their rests stay, so nothing is lost or counted twice. */
export function fifoGains<Of>(events: readonly FifoEvent<Of>[]): FifoResult<Of> {
  const lots: Lot[] = [];
  const parts: FifoPart<Of>[] = [];
  let oldest = 0;
  const take = (amount: bigint): Taken[] => {
    const taken: Taken[] = [];
    let missing = amount;
    for (let lot = lots[oldest]; missing > 0n && lot !== undefined; lot = lots[oldest]) {
      const from = takeFrom(lot, missing);
      if (from.amount > 0n) taken.push(from);
      missing -= from.amount;
      if (lot.left === 0n) oldest += 1;
    }
    if (missing > 0n) taken.push({ amount: missing, acquiredAt: null, cost: null });
    return taken;
  };
  for (const event of events) {
    if (event.type === 'ACQUIRED') lots.push({ acquiredAt: event.at, left: event.amount, cost: event.cost });
    else if (event.type === 'MOVED_OUT') take(event.amount);
    else parts.push(...partsOf(take(event.amount), event));
  }
  return { parts, lots: lots.slice(oldest) };
}

function takeFrom(lot: Lot, most: bigint): Taken {
  const amount = most < lot.left ? most : lot.left;
  const cost = lot.cost === null || amount === lot.left ? lot.cost : mulDivFloor(lot.cost, amount, lot.left);
  lot.left -= amount;
  if (lot.cost !== null && cost !== null) lot.cost -= cost;
  return { amount, acquiredAt: lot.acquiredAt, cost };
}

/** Shares the proceeds among the parts by amount; the last one gets the rest. */
function partsOf<Of>(taken: readonly Taken[], event: Extract<FifoEvent<Of>, { type: 'DISPOSED' }>): FifoPart<Of>[] {
  const rest = { amount: event.amount, proceeds: event.proceeds };
  return taken.map(({ amount, acquiredAt, cost }) => {
    const proceeds = rest.proceeds === null || amount === rest.amount ? rest.proceeds : mulDivFloor(rest.proceeds, amount, rest.amount);
    rest.amount -= amount;
    if (rest.proceeds !== null && proceeds !== null) rest.proceeds -= proceeds;
    return { of: event.of, amount, acquiredAt, proceeds, cost, gain: proceeds === null || cost === null ? null : proceeds - cost };
  });
}
