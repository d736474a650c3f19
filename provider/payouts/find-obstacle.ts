import { type Address, erc20Abi, type Hex, isAddressEqual, type PublicClient } from 'viem';
import { jufAbi } from '../../src/lib/chain/abis/juf.ts';
import { vaultAbi } from '../../src/lib/chain/abis/vault.ts';
import type { Vault } from '../vault.ts';
import { readRevert } from './read-revert.ts';
import type { ChainOrder } from './schema.ts';

export type Obstacle = 'AlreadyMinted' | 'AlreadyPaid' | 'EnforcedPause' | 'NotOperator' | 'InvalidToken' | 'VaultLow';

type Order = Pick<ChainOrder, 'kind' | 'contractId' | 'token' | 'amount'>;

/**
 * Asks our own contracts, as of one block, which of their conditions prevents an order. Ignores the revert data of a transaction or trial:
 * a recipient's or token's code runs within it and can return anything. `undefined`: none of ours.
 */
export async function findObstacle(
  client: PublicClient,
  vault: Vault,
  order: Order,
  { sender, blockHash }: { sender: Address; blockHash: Hex },
): Promise<Obstacle | undefined> {
  if (order.kind === 'MINT') {
    const juf = { address: vault.tokens.juf, abi: jufAbi, blockHash } as const;
    return (await client.readContract({ ...juf, functionName: 'minted', args: [order.contractId] })) ? 'AlreadyMinted' : undefined;
  }
  const contract = { address: vault.address, abi: vaultAbi, blockHash } as const;
  if (await client.readContract({ ...contract, functionName: 'paid', args: [order.contractId] })) return 'AlreadyPaid';
  if (await client.readContract({ ...contract, functionName: 'paused' })) return 'EnforcedPause';
  if (!isAddressEqual(await client.readContract({ ...contract, functionName: 'operator' }), sender)) return 'NotOperator';
  const token = { JU: null, JUF: vault.tokens.juf, USDT: vault.tokens.usdt }[order.token];
  const held =
    token === null ? await client.getBalance({ address: vault.address, blockHash }) : await heldOf(client, vault, token, blockHash);
  if (held === null) return 'InvalidToken';
  return held < order.amount ? 'VaultLow' : undefined;
}

/** `null` if no token contract responds. */
async function heldOf(client: PublicClient, vault: Vault, token: Address, blockHash: Hex): Promise<bigint | null> {
  if ((await client.getCode({ address: token, blockHash })) === undefined) return null;
  try {
    return await client.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [vault.address], blockHash });
  } catch (error) {
    if (readRevert(error) !== undefined) return null;
    throw error;
  }
}
