import { mulDivFloor } from '../amount.ts';
import { PRICE_TOLERANCE } from './quote-purchase.ts';

export interface PriceMove {
  from18: bigint;
  to18: bigint;
  /** When the price it moved to was read, ISO 8601. */
  at: string | null;
}

/** The price a person decides by, while it is read again and again. */
export interface PriceWatch {
  /** As it was read last. */
  price18: bigint;
  /** What the person has begun with, or said yes to since. */
  agreed18: bigint;
  /** The last one, since then. */
  move: PriceMove | null;
}

const WHOLE = 10_000n;

/** The watch after another reading; the same one where nothing has moved. */
export function watchPrice(watch: PriceWatch | null, price18: bigint, at: string | null): PriceWatch {
  if (watch === null) return { price18, agreed18: price18, move: null };
  if (watch.price18 === price18) return watch;
  return { ...watch, price18, move: { from18: watch.price18, to18: price18, at } };
}

/** Dearer by more than a purchase tolerates: nothing is bought at it before the person has said yes. */
export function needsConsent({ price18, agreed18 }: PriceWatch): boolean {
  return price18 > mulDivFloor(agreed18, WHOLE + PRICE_TOLERANCE, WHOLE);
}

export function agreeToPrice(watch: PriceWatch): PriceWatch {
  return { ...watch, agreed18: watch.price18, move: null };
}
