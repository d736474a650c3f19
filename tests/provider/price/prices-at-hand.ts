import type { PairReserves, PricePoint, PriceReading, PriceSpan, PriceUnavailableReason } from '../../../provider/price/read-price.ts';
import type { PriceSource } from '../../../provider/price/price-source.ts';

export interface PricesAtHand extends PriceSource {
  jufPrice: PricePoint | null;
  juPrice: PricePoint | null;
  /** Why the prices can't be used, if so. */
  unavailable: PriceUnavailableReason | null;
  history: PricePoint[];
  pastJu: PricePoint[];
  askedHistory: { span: PriceSpan; until: Date }[];
  /** The settlement price of insurance; null while the chain hasn't been read that far. */
  settlement18: bigint | null;
  /** What the exchange's JUF/USDT pair holds. */
  reserves: PairReserves | null;
}

/** Prices set by a test instead of an exchange. */
export function pricesAtHand(): PricesAtHand {
  const read = (price: PricePoint | null): Promise<PriceReading> => {
    if (price === null) return Promise.resolve({ status: 'UNAVAILABLE', reason: 'NEVER_READ', lastKnown: null });
    if (source.unavailable !== null) return Promise.resolve({ status: 'UNAVAILABLE', reason: source.unavailable, lastKnown: price });
    return Promise.resolve({ status: 'AVAILABLE', ...price, shortPrice18: price.price18, longPrice18: price.price18 });
  };
  const source: PricesAtHand = {
    jufPrice: null,
    juPrice: null,
    unavailable: null,
    history: [],
    askedHistory: [],
    pastJu: [],
    settlement18: null,
    reserves: null,
    juf: () => read(source.jufPrice),
    ju: () => read(source.juPrice),
    jufAsOf: () => read(source.jufPrice),
    juAsOf: () => read(source.juPrice),
    jufSettlement: (at) => {
      const { settlement18: price18 } = source;
      return Promise.resolve(
        price18 === null
          ? { status: 'UNAVAILABLE', reason: 'STALE', lastKnown: null }
          : { status: 'AVAILABLE', price18, at, shortPrice18: price18, longPrice18: price18 },
      );
    },
    juHistory: () => Promise.resolve(source.pastJu),
    jufReserves: () => Promise.resolve(source.reserves),
    jufHistory: (span, until) => {
      source.askedHistory.push({ span, until });
      return Promise.resolve(source.history);
    },
    within: () => source,
    under: () => source,
    refresh: () => Promise.resolve({ JUF: 'COLLECTED', JU: 'COLLECTED' }),
  };
  return source;
}
