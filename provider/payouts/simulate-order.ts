import type { Address, Hex, PublicClient } from 'viem';
import type { Vault } from '../vault.ts';
import { composeOrderCall, type ContractCall } from './compose-order-call.ts';
import { findObstacle } from './find-obstacle.ts';
import type { GasFees } from './gas-fees.ts';
import { gasLimitOf } from './order-gas.ts';
import { nameOfMintError, readRevert } from './read-revert.ts';
import type { ChainOrder } from './schema.ts';

/**
 * The result of trying an order. `DONE`: its contract has already executed it. `LATER`: possible once the operator has changed something.
 * `REFUSED`: the recipient's code rejects it. `NEVER`: the token doesn't transfer it. `FAILED`: the node responds, but not to this.
 */
export type Simulation =
  { outcome: 'POSSIBLE'; call: ContractCall; gas: bigint } | { outcome: 'DONE' | 'LATER' | 'REFUSED' | 'NEVER' | 'FAILED'; reason: string };

/** The sender, the fees, and the block whose state is used. */
export interface Trial {
  sender: Address;
  fees: GasFees;
  blockHash: Hex;
}

/** `trials` is a client with a short timeout; `client` reads our own contracts. */
interface Clients {
  client: PublicClient;
  trials: PublicClient;
}

/**
 * Tries an order exactly as it would be sent: same sender, gas limit and price, so that a recipient can't tell a trial by them. Throws if
 * the node doesn't respond to anything else either.
 */
export async function simulateOrder({ client, trials }: Clients, vault: Vault, order: ChainOrder, trial: Trial): Promise<Simulation> {
  const call = composeOrderCall(order, vault);
  const gas = gasLimitOf(order);
  try {
    await trials.call({ ...call, ...asSent(trial), gas });
    return { outcome: 'POSSIBLE', call, gas };
  } catch (error) {
    const revert = readRevert(error);
    if (revert === undefined) {
      await tryNothing(trials, trial);
      return { outcome: 'FAILED', reason: 'TRIAL_FAILED' };
    }
    // On the same block's state, so nothing can have changed in between.
    const obstacle = await findObstacle(client, vault, order, trial);
    if (obstacle === 'AlreadyPaid' || obstacle === 'AlreadyMinted') return { outcome: 'DONE', reason: obstacle };
    if (obstacle !== undefined) return { outcome: 'LATER', reason: obstacle };
    // A batch belongs to no member: the operator has to resolve what prevents it.
    if (order.kind !== 'PAYOUT') return { outcome: 'LATER', reason: (order.kind === 'MINT' && nameOfMintError(revert)) || 'Reverted' };
    return order.token === 'JU' ? { outcome: 'REFUSED', reason: 'RecipientRefused' } : { outcome: 'NEVER', reason: 'TokenRefused' };
  }
}

/** Distinguishes a failing node from one that fails on this order only. */
async function tryNothing(trials: PublicClient, trial: Trial): Promise<void> {
  await trials.call({ ...asSent(trial), to: trial.sender, gas: 21_000n });
}

function asSent({ sender, fees, blockHash }: Trial) {
  return { account: sender, blockHash, ...fees } as const;
}
