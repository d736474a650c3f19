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

/** The operator's settings; on their own chain, all of them or no vault. */
export interface VaultSettings {
  VAULT_ADDRESS?: Address | undefined;
  VAULT_FROM_BLOCK?: number | undefined;
  PUBLIC_JUF_ADDRESS?: Address | undefined;
  PUBLIC_USDT_ADDRESS?: Address | undefined;
}

/** `undefined` if the operator set none: there are then no deposits and no payouts. */
export function resolveVault(settings: VaultSettings, isEmbeddedChain: boolean): Vault | undefined {
  if (isEmbeddedChain) return developmentVault;
  const { VAULT_ADDRESS: address, VAULT_FROM_BLOCK: fromBlock, PUBLIC_JUF_ADDRESS: juf, PUBLIC_USDT_ADDRESS: usdt } = settings;
  if (address === undefined || fromBlock === undefined || juf === undefined || usdt === undefined) return undefined;
  return { address, tokens: { juf, usdt }, fromBlock: BigInt(fromBlock) };
}

/** Problems with the vault's settings, one line each, starting with the setting's name. */
export function vaultProblems(settings: VaultSettings, isEmbeddedChain: boolean): string[] {
  if (settings.VAULT_ADDRESS === undefined) return [];
  if (isEmbeddedChain) return ['VAULT_ADDRESS is for a chain of your own: the embedded one has its vault.'];
  return [
    ...(settings.VAULT_FROM_BLOCK === undefined
      ? ['VAULT_FROM_BLOCK is needed with VAULT_ADDRESS: the number of the block the vault was deployed in.']
      : []),
    ...(['PUBLIC_JUF_ADDRESS', 'PUBLIC_USDT_ADDRESS'] as const)
      .filter((name) => settings[name] === undefined)
      .map((name) => `${name} is needed with VAULT_ADDRESS: the vault holds both tokens.`),
  ];
}
