import { deserialize, serialize } from '@wagmi/core';
import type { Address } from '../chain/wallets/eip1193.ts';
import { sessionTag } from '../session/session-tag.ts';
import type { SafeStorage } from '../storage/safe-storage.ts';
import { personalCachePrefix, storageKeys } from '../storage/storage-keys.ts';
import type { Market, MarketAddresses, MarketFacts } from './market.ts';

/** A reading of the exchange, stored like the provider's answers, so `KeptAnswers` also removes it when it's a day old. */
interface KeptMarket {
  atMs: number;
  data: { facts: MarketFacts; market: Market };
}

/** One entry per session, wallet and set of contracts. A new number whenever its form changes, so that no entry of the old form is read. */
function nameOf(addresses: MarketAddresses, owner: Address, storage: SafeStorage): string | null {
  const token = storage.get(storageKeys.token);
  return token === null ? null : `${personalCachePrefix}market-1 ${Object.values(addresses).join()} ${owner}${sessionTag(token)}`;
}

export const keptMarket = {
  keep: (kept: KeptMarket, owner: Address, storage: SafeStorage): void => {
    const name = nameOf(kept.data.facts.addresses, owner, storage);
    if (name !== null) storage.set(name, serialize(kept));
  },

  read: (addresses: MarketAddresses, owner: Address, storage: SafeStorage): KeptMarket | null => {
    const name = nameOf(addresses, owner, storage);
    const text = name === null ? null : storage.get(name);
    return text === null ? null : deserialize<KeptMarket>(text);
  },
};
