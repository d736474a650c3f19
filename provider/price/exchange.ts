import type { Address } from 'viem';

import { developmentAddresses } from '../../src/lib/chain/addresses/development-addresses.ts';
import { productAddresses } from '../../src/lib/chain/addresses/product-addresses.ts';

/** Where prices are read. */
export interface Exchange {
  tokens: { juf: Address; wju: Address; usdt: Address };
  pairs: { jufUsdt: Address; wjuUsdt: Address };
  /** The first block whose logs are read. */
  fromBlock: bigint;
  /** The minimum amount of USDT the JUF/USDT pair must hold. */
  minDepthUsdt?: string;
}

/**
 * The embedded chain's exchange, for no other chain: the key that deploys its contracts is public, so anyone could deploy their own at
 * these addresses elsewhere.
 */
export const developmentExchange: Exchange = {
  tokens: { juf: developmentAddresses.juf, wju: developmentAddresses.wju, usdt: developmentAddresses.usdt },
  pairs: { jufUsdt: developmentAddresses.pairs.jufUsdt, wjuUsdt: developmentAddresses.pairs.wjuUsdt },
  fromBlock: BigInt(developmentAddresses.deployBlock),
};

/** The operator's settings; on their own chain, either all three `EXCHANGE_*` or none. */
export interface ExchangeSettings {
  EXCHANGE_JUF_USDT_PAIR?: Address | undefined;
  EXCHANGE_WJU_USDT_PAIR?: Address | undefined;
  EXCHANGE_FROM_BLOCK?: number | undefined;
  PUBLIC_JUF_ADDRESS?: Address | undefined;
  PUBLIC_USDT_ADDRESS?: Address | undefined;
  PUBLIC_WJU_ADDRESS?: Address | undefined;
}

const NEEDED = ['EXCHANGE_JUF_USDT_PAIR', 'EXCHANGE_WJU_USDT_PAIR', 'EXCHANGE_FROM_BLOCK'] as const;

/** `undefined` if the operator set none: there are then no prices. */
export function resolveExchange(settings: ExchangeSettings, isEmbeddedChain: boolean): Exchange | undefined {
  if (isEmbeddedChain) return developmentExchange;
  const { EXCHANGE_JUF_USDT_PAIR: jufUsdt, EXCHANGE_WJU_USDT_PAIR: wjuUsdt, EXCHANGE_FROM_BLOCK: fromBlock } = settings;
  const { PUBLIC_JUF_ADDRESS: juf, PUBLIC_USDT_ADDRESS: usdt, PUBLIC_WJU_ADDRESS: wju = productAddresses.wju } = settings;
  if (jufUsdt === undefined || wjuUsdt === undefined || fromBlock === undefined || juf === undefined || usdt === undefined)
    return undefined;
  return { tokens: { juf, wju, usdt }, pairs: { jufUsdt, wjuUsdt }, fromBlock: BigInt(fromBlock) };
}

/** Problems with the exchange's settings, one line each, starting with the setting's name. */
export function exchangeProblems(settings: ExchangeSettings, isEmbeddedChain: boolean): string[] {
  const given = NEEDED.filter((name) => settings[name] !== undefined);
  const [first] = given;
  if (first === undefined) return [];
  if (isEmbeddedChain) return [`${first} is for a chain of your own: the embedded one has its exchange.`];
  const absent = [...NEEDED, 'PUBLIC_JUF_ADDRESS' as const, 'PUBLIC_USDT_ADDRESS' as const].filter((name) => settings[name] === undefined);
  const { jufUsdt, wjuUsdt } = developmentExchange.pairs;
  const embedded = NEEDED.filter((name) => [jufUsdt, wjuUsdt].some((pair) => String(settings[name]).toLowerCase() === pair.toLowerCase()));
  return [
    ...absent.map((name) => `${name} is needed with ${first}: prices are read from both pairs, from a block on.`),
    ...embedded.map((name) => `${name} is the embedded chain's pair, which anybody can make anew elsewhere: give your chain's.`),
  ];
}
