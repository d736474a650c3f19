import type { jufPriceByHour } from '../../../src/lib/api/contract/dashboard.ts';
import type { DataOf } from '../../../src/lib/api/contract/define-call.ts';
import type { Services } from '../../provider-services.ts';
import { presentPricePoint } from '../price/present-price-point.ts';

/** A day, plus the hour before it, which its change is computed from. */
const DAY = { step: 'HOUR', count: 25 } as const;

/** GET /dashboard/jufPriceByHour, an extension. */
export async function readPriceByHour({ prices, clock }: Services): Promise<DataOf<typeof jufPriceByHour>> {
  const hours = await prices.jufHistory(DAY, clock());
  return { jufPriceByHour: hours.map(presentPricePoint) };
}
