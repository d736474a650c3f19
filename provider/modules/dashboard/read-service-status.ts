import type { DataOf } from '../../../src/lib/api/contract/define-call.ts';
import type { serviceStatus } from '../../../src/lib/api/contract/public-service.ts';
import { ChainUnavailable } from '../../chain-client.ts';
import type { Services } from '../../provider-services.ts';
import { currentPrices } from '../../price/read-prices.ts';

type Block = DataOf<typeof serviceStatus>['block'];

/** GET /dashboard/status, an extension. */
export async function readServiceStatus(
  services: Pick<Services, 'clock' | 'prices'> & { chain: Pick<Services['chain'], 'getLatestBlock'> },
): Promise<DataOf<typeof serviceStatus>> {
  const [block, prices] = await Promise.all([readBlock(services), currentPrices(services.prices, services.clock())]);
  return { at: services.clock().toISOString(), block, jufPriceAt: prices.JUF?.at.toISOString() ?? null };
}

async function readBlock({ chain }: { chain: Pick<Services['chain'], 'getLatestBlock'> }): Promise<Block> {
  try {
    const { number, at } = await chain.getLatestBlock();
    return { number: Number(number), at: at.toISOString() };
  } catch (error) {
    if (error instanceof ChainUnavailable) return null;
    throw error;
  }
}
