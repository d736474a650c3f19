import { deserialize, serialize } from '@wagmi/core';
import { productChain } from '../chain/product-chain.ts';
import type { Address } from '../chain/wallets/eip1193.ts';
import { CACHED, keptToken, sessionTag } from '../session/kept-session.ts';
import { type Kept, keptOnDevice } from '../storage/kept.ts';
import type { Market, MarketAddresses, MarketFacts } from './market.ts';

/** The exchange as known to the page. */
export interface MarketState {
  facts: MarketFacts | null;
  market: Market | null;
  /** When it was last read, in ms since the epoch. */
  readAtMs: number;
  /** It was read on an earlier page: shown until the chain has answered, and nothing is traded by it. */
  isKept: boolean;
  trouble: MarketTrouble | null;
}

export type MarketTrouble =
  /** The node doesn't answer, or not in time. */
  | 'UNREACHABLE'
  /** The site's node belongs to another chain. */
  | 'OTHER_CHAIN'
  /** The operator hasn't configured the tokens' addresses. */
  | 'NOT_CONFIGURED';

/** One of several nodes may be behind for a moment; one that stays behind is believed. */
const BEHIND_AT_MOST_MS = 3 * productChain.pollingIntervalMs;

/** The state after a reading, unless the node is behind what is known. */
export function withReading(before: MarketState, facts: MarketFacts, market: Market, readAtMs: number): MarketState {
  const isOld = before.market !== null && !before.isKept && market.blockNumber < before.market.blockNumber;
  return isOld && readAtMs - before.readAtMs <= BEHIND_AT_MOST_MS ? before : { facts, market, readAtMs, isKept: false, trouble: null };
}

/** The state after a reading failed. A node that doesn't know a block yet may catch up; every other trouble is reported at once. */
export function withTrouble(before: MarketState, trouble: MarketTrouble, isOfOneBlock: boolean, atMs: number): MarketState {
  return isOfOneBlock && atMs - before.readAtMs <= BEHIND_AT_MOST_MS ? before : { ...before, trouble };
}

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
