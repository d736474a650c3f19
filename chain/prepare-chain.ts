import type { ChainAddresses } from '../src/lib/chain/addresses/chain-addresses.ts';
import { type Clock, systemClock } from '../src/lib/clock.ts';
import { deployContracts } from './deploy.ts';
import { seedTrades } from './seed-trades.ts';

/** Gives a new embedded chain its contracts and its history; does nothing if they exist. */
export async function prepareChain(rpcUrl: string, clock: Clock = systemClock): Promise<ChainAddresses> {
  const addresses = await deployContracts(rpcUrl);
  await seedTrades(rpcUrl, { clock });
  return addresses;
}
