import { type Address, erc20Abi, isAddressEqual, type PublicClient } from 'viem';
import { jufAbi } from '../../src/lib/chain/abis/juf.ts';
import { vaultAbi } from '../../src/lib/chain/abis/vault.ts';
import { type Vault } from '../vault.ts';
import { composeOrderCall, type ContractCall } from './compose-order-call.ts';
import { readRevert } from './read-revert.ts';
import { type ChainOrder } from './schema.ts';

/**
 * What comes of an order that is tried out on the newest state. `DONE`: its contract did it already. `LATER`: it may do it once somebody has changed
 * something. `NEVER`: the recipient does not take it.
 */
export type Simulation = { outcome: 'POSSIBLE'; call: ContractCall; gas: bigint } | { outcome: 'DONE' | 'LATER' | 'NEVER'; reason: string };

export async function simulateOrder(client: PublicClient, vault: Vault, order: ChainOrder, sender: Address): Promise<Simulation> {
  const call = composeOrderCall(order, vault);
  try {
    return { outcome: 'POSSIBLE', call, gas: await client.estimateGas({ ...call, account: sender }) };
  } catch (error) {
    const revert = readRevert(error);
    // The node or the way to it failed: nothing is known of the order.
    if (revert === undefined) throw error;
    return judge(revert.name ?? (await findObstacle(client, vault, order, sender)), order);
  }
}

const DONE = new Set(['AlreadyPaid', 'AlreadyMinted']);
const LATER = new Set(['EnforcedPause', 'NotOperator', 'VaultLow', 'InvalidToken']);

function judge(reason: string | undefined, { kind }: ChainOrder): Simulation {
  if (reason !== undefined && DONE.has(reason)) return { outcome: 'DONE', reason };
  // A batch is nobody's money: what stands in its way is the operator's to see.
  if (kind !== 'PAYOUT' || (reason !== undefined && LATER.has(reason))) return { outcome: 'LATER', reason: reason ?? 'Reverted' };
  return { outcome: 'NEVER', reason: reason ?? 'Reverted' };
}

/** Many nodes keep the reason of a revert to themselves, so what the contract asks is asked again. `undefined`: it is nothing of the contract's. */
async function findObstacle(client: PublicClient, vault: Vault, order: ChainOrder, sender: Address): Promise<string | undefined> {
  if (order.kind === 'MINT') {
    const juf = { address: vault.tokens.juf, abi: jufAbi } as const;
    return (await client.readContract({ ...juf, functionName: 'minted', args: [order.contractId] })) ? 'AlreadyMinted' : undefined;
  }
  const { address } = vault;
  const contract = { address, abi: vaultAbi } as const;
  if (await client.readContract({ ...contract, functionName: 'paid', args: [order.contractId] })) return 'AlreadyPaid';
  if (await client.readContract({ ...contract, functionName: 'paused' })) return 'EnforcedPause';
  if (!isAddressEqual(await client.readContract({ ...contract, functionName: 'operator' }), sender)) return 'NotOperator';
  const token = { JU: null, JUF: vault.tokens.juf, USDT: vault.tokens.usdt }[order.token];
  const held =
    token === null
      ? await client.getBalance({ address })
      : await client.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [address] });
  return held < order.amount ? 'VaultLow' : undefined;
}
