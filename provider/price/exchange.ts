import { type Address } from 'viem';

import { developmentAddresses } from '../../src/lib/chain/addresses/development-addresses.ts';

/** Where the prices are read. */
export interface Exchange {
  tokens: { juf: Address; wju: Address; usdt: Address };
  pairs: { jufUsdt: Address; wjuUsdt: Address };
  /** The first block whose logs are read. */
  fromBlock: bigint;
  /** The least USDT the JUF/USDT pair must hold. */
  minDepthUsdt?: string;
}

/**
 * That of the embedded chain, and of no other: everybody knows the key its contracts are deployed with, so on another chain anybody could put an
 * exchange of their own at these addresses.
 */
export const developmentExchange: Exchange = {
  tokens: { juf: developmentAddresses.juf, wju: developmentAddresses.wju, usdt: developmentAddresses.usdt },
  pairs: { jufUsdt: developmentAddresses.pairs.jufUsdt, wjuUsdt: developmentAddresses.pairs.wjuUsdt },
  fromBlock: BigInt(developmentAddresses.deployBlock),
};
