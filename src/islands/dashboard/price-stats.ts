import { BASIS_POINTS } from '../../lib/basis-points.ts';

export interface PricePoint {
  /** ISO 8601, UTC. */
  time: string;
  /** USDT per JUF, in 10⁻¹⁸. */
  price: bigint;
}

export interface PriceStats {
  now: bigint;
  /** Change from the first to the last point in basis points, rounded towards zero. */
  changeBasisPoints: number;
  highest: bigint;
  lowest: bigint;
}

/** Undefined if there are no points. */
export function priceStats(points: readonly PricePoint[]): PriceStats | undefined {
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last) return undefined;
  const prices = points.map(({ price }) => price);
  return {
    now: last.price,
    changeBasisPoints: first.price === 0n ? 0 : Number(((last.price - first.price) * BASIS_POINTS) / first.price),
    highest: prices.reduce((a, b) => (b > a ? b : a)),
    lowest: prices.reduce((a, b) => (b < a ? b : a)),
  };
}
