import { deserialize, serialize } from '@wagmi/core';
import { sessionTag } from '../session/session-tag.ts';
import type { SafeStorage } from '../storage/safe-storage.ts';
import { personalCachePrefix, storageKeys } from '../storage/storage-keys.ts';
import type { Address } from '../chain/wallets/eip1193.ts';
import type { Market, MarketAddresses, MarketFacts } from './market.ts';

/** A reading of the exchange, as `KeptAnswers` keeps the provider's answers: of one session, and for as long. */
interface KeptMarket {
  atMs: number;
  data: { facts: MarketFacts; market: Market };
}

/** Of what is kept in this form; another form gets another name. */
const NAME = `${personalCachePrefix}market-1`;

export const keptMarket = {
  keep: (facts: MarketFacts, market: Market, readAtMs: number, storage: SafeStorage): void => {
    const token = storage.get(storageKeys.token);
    const kept: KeptMarket = { atMs: readAtMs, data: { facts, market } };
    if (token !== null) storage.set(NAME + sessionTag(token), serialize(kept));
  },

  /** Null unless it was read in this session, with the same contracts, and for the same wallet. */
  read: (addresses: MarketAddresses, owner: Address, storage: SafeStorage): KeptMarket | null => {
    const token = storage.get(storageKeys.token);
    const text = token === null ? null : storage.get(NAME + sessionTag(token));
    if (text === null) return null;
    try {
      const kept = deserialize<KeptMarket>(text);
      const { facts, market } = kept.data;
      const isSame = serialize(facts.addresses) === serialize(addresses) && market.holdings?.owner === owner;
      return isSame ? kept : null;
    } catch {
      return null;
    }
  },
};
