import type { PriceReadings, PriceSource } from '../../price/price-source.ts';
import type { Services } from '../../provider-services.ts';

/** The provider's services at a past moment, with that moment's clock and prices. */
export function servicesOfThen(services: Services, now: Date): Services {
  return { ...services, clock: () => now, prices: pricesOfThen(services.prices) };
}

function pricesOfThen(prices: PriceSource): PriceSource {
  const ofThen = (readings: PriceReadings): PriceReadings => ({ ...readings, juf: (then) => readings.jufAsOf(then) });
  return {
    ...ofThen(prices),
    refresh: () => prices.refresh(),
    within: (queryable) => ofThen(prices.within(queryable)),
    under: (economy) => pricesOfThen(prices.under(economy)),
  };
}
