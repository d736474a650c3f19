import { type Address } from 'viem';

import { developmentAddresses } from '../src/lib/chain/addresses/development-addresses.ts';

/** Where what members own lies on the chain. */
export interface Vault {
  address: Address;
  tokens: { juf: Address; usdt: Address };
  /** The block it was deployed in: none before it can hold a deposit. */
  fromBlock: bigint;
}

/** That of the embedded chain, and of no other: everybody knows the keys that own it and pay out of it. */
export const developmentVault: Vault = {
  address: developmentAddresses.vault,
  tokens: { juf: developmentAddresses.juf, usdt: developmentAddresses.usdt },
  fromBlock: BigInt(developmentAddresses.deployBlock),
};
