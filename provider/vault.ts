import type { Address } from 'viem';

import { developmentAddresses } from '../src/lib/chain/addresses/development-addresses.ts';

/** The contract that holds members' tokens on the chain. */
export interface Vault {
  address: Address;
  tokens: { juf: Address; usdt: Address };
  /** The block it was deployed in: no earlier one can contain a deposit. */
  fromBlock: bigint;
}

/** The embedded chain's vault, for no other chain: the keys that own it and pay out of it are public. */
export const developmentVault: Vault = {
  address: developmentAddresses.vault,
  tokens: { juf: developmentAddresses.juf, usdt: developmentAddresses.usdt },
  fromBlock: BigInt(developmentAddresses.deployBlock),
};
