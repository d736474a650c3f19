import type { DataOf } from '../../../src/lib/api/contract/define-call.ts';
import type { extensions } from '../../../src/lib/api/contract/extensions.ts';
import { orderIntentTypes } from '../../../src/lib/api/contract/order-intent.ts';
import { intentDomain } from '../../../src/lib/api/contract/transfer-intent.ts';
import type { Token } from '../../ledger/account.ts';
import type { Services } from '../../provider-services.ts';
import { amountFor, priceOf, readUnsignedLeft } from './spend.ts';

/** GET /wallet/orderTerms */
export async function readOrderTerms(services: Services, memberId: string): Promise<DataOf<(typeof extensions)['orderTerms']>> {
  const { database, economy, site, prices, clock } = services;
  const now = clock();
  const leftUsd = await readUnsignedLeft(database, services, memberId, now);
  const left = async (token: Token): Promise<string | null> => {
    const price18 = await priceOf(prices, token, now);
    return price18 === null ? null : amountFor(leftUsd, token, price18);
  };
  const [JU, JUF, USDT] = await Promise.all([left('JU'), left('JUF'), left('USDT')]);
  return {
    limitUsd: economy.orders.unsignedUsd,
    left: { JU, JUF, USDT },
    intent: {
      domain: intentDomain(site.uri, site.chainId),
      types: { Order: [...orderIntentTypes.Order] },
      maxDeadlineSeconds: economy.transfer.maxDeadlineSeconds,
    },
  };
}
