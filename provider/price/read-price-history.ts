import { averagePrice18 } from '../../src/lib/chain/cumulative-price.ts';
import type { KnownPrices } from './price-store.ts';
import { type PricedPair, sumAt } from './read-price.ts';

export interface PricePoint {
  /** The end of the averaged step; for the current step, the newest block read. */
  at: Date;
  price18: bigint;
}

/** The length of an averaged step. */
export type PriceStep = 'DAY' | 'HOUR';

const STEP_SECONDS: Readonly<Record<PriceStep, bigint>> = { DAY: 86_400n, HOUR: 3_600n };

export interface PriceSpan {
  step: PriceStep;
  /** Number of steps, including the current one. */
  count: number;
}

/** The time-weighted price of each UTC day or hour, oldest first, up to a moment or the newest block read, whichever is earlier. */
export async function readPriceHistory(known: KnownPrices, pair: PricedPair, span: PriceSpan, until: Date): Promise<PricePoint[]> {
  const head = await known.head(pair.address);
  if (head === null) return [];
  const asked = BigInt(Math.floor(until.getTime() / 1000));
  const end = asked < head.blockTime ? asked : head.blockTime;
  const bounds = stepBounds(end, span);
  const states = await known.statesAt(pair.address, bounds);

  const points: PricePoint[] = [];
  for (const [index, to] of bounds.entries()) {
    const from = bounds[index - 1];
    const before = states[index - 1];
    const after = states[index];
    if (from === undefined || !before || !after) continue;
    const price18 = averagePrice18(
      { cumulative: sumAt(before, pair, from), at: from },
      { cumulative: sumAt(after, pair, to), at: to },
      { base: pair.base.decimals, quote: pair.quote.decimals },
    );
    points.push({ at: new Date(Number(to) * 1000), price18 });
  }
  return points;
}

/** Boundaries of the steps before `end`, and `end` itself. */
function stepBounds(end: bigint, { step, count }: PriceSpan): bigint[] {
  const seconds = STEP_SECONDS[step];
  const lastBegin = end - (end % seconds);
  const whole = BigInt(lastBegin < end ? count - 1 : count);
  const bounds: bigint[] = [];
  for (let at = lastBegin - whole * seconds; at <= lastBegin; at += seconds) bounds.push(at);
  return lastBegin < end ? [...bounds, end] : bounds;
}
