import { mulDivFloor } from '../amount.ts';
import { BASIS_POINTS } from '../basis-points.ts';
import { PRICE_TOLERANCE } from './quote-purchase.ts';

export interface PriceMove {
  from18: bigint;
  to18: bigint;
  /** When the new price was read, ISO 8601. */
  at: string | null;
}

/** The price a member decides by, while it is being refreshed. */
export interface SeenPrice {
  /** The last price read. */
  price18: bigint;
  /** The price the member started with, or has accepted since. */
  agreed18: bigint;
  /** The last change since then. */
  move: PriceMove | null;
}

/** What was seen, after another reading; the same object if the price hasn't changed. */
export function seePrice(seen: SeenPrice | null, price18: bigint, at: string | null): SeenPrice {
  if (seen === null) return { price18, agreed18: price18, move: null };
  if (seen.price18 === price18) return seen;
  return { ...seen, price18, move: { from18: seen.price18, to18: price18, at } };
}

/** Whether the price rose by more than a purchase tolerates: nothing is bought at it until the member accepts. */
export function needsConsent({ price18, agreed18 }: SeenPrice): boolean {
  return price18 > mulDivFloor(agreed18, BASIS_POINTS + PRICE_TOLERANCE, BASIS_POINTS);
}

export function agreeToPrice(seen: SeenPrice): SeenPrice {
  return { ...seen, agreed18: seen.price18, move: null };
}
