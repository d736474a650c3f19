import { deserialize, serialize } from '@wagmi/core';
import type { Address } from '../chain/wallets/eip1193.ts';
import { CACHED, keptToken } from '../session/kept-session.ts';
import { sessionTag } from '../session/session-tag.ts';
import { keptOnDevice, type Kept } from '../storage/kept.ts';
import type { Market, MarketAddresses, MarketFacts } from './market.ts';

/** A reading of the exchange, stored like the provider's answers, so `KeptAnswers` also removes it when it's a day old. */
interface KeptMarket {
  atMs: number;
  data: { facts: MarketFacts; market: Market };
}

/** One for each session, wallet and set of contracts. A new number whenever its form changes, so that none of the old form is read. */
export function keptMarket(addresses: MarketAddresses, owner: Address): Kept<KeptMarket> | null {
  const token = keptToken.get();
  if (token === null) return null;
  const name = `${CACHED}market-1 ${Object.values(addresses).join()} ${owner}${sessionTag(token)}`;
  return keptOnDevice(name, { read: (text) => deserialize<KeptMarket>(text), write: serialize });
}
