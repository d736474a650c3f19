import { assessEconomy } from '../economy-model/assess-economy.ts';
import { currentPrices } from '../price/read-prices.ts';
import type { PriceReading } from '../price/read-price.ts';
import type { Services } from '../provider-services.ts';
import type { Family } from './format-metrics.ts';

/**
 * Whether anything can be sold at current prices, and what could be gained from the terms at these prices: prices move while the terms stay
 * as written.
 */
export async function readPriceGauges(services: Pick<Services, 'prices' | 'economy'>, now: Date): Promise<Family[]> {
  const { prices, economy } = services;
  const [juf, ju] = await Promise.all([prices.juf(now), prices.ju(now)]);
  const usable: Family = {
    name: 'jufi_price_usable',
    help: 'Whether something can be sold at the price: 1 or 0.',
    type: 'gauge',
    samples: [sampleOf('JUF', juf), sampleOf('JU', ju)],
  };
  const known = await currentPrices(prices, now);
  if (known.JUF === null || known.JU === null || known.JUF.price18 === 0n || known.JU.price18 === 0n) return [usable];
  const found = assessEconomy(economy, { juf18: known.JUF.price18, ju18: known.JU.price18 }).flatMap(({ findings }) => findings);
  const help = 'Ways to take out more than was put in that the terms leave at the last known prices.';
  return [usable, { name: 'jufi_terms_findings', help, type: 'gauge', samples: [{ value: found.length }] }];
}

function sampleOf(token: string, reading: PriceReading): Family['samples'][number] {
  return { labels: { token }, value: reading.status === 'AVAILABLE' ? 1 : 0 };
}
