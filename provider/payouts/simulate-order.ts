import { type Address, type Hex, type PublicClient } from 'viem';
import { type Vault } from '../vault.ts';
import { composeOrderCall, type ContractCall } from './compose-order-call.ts';
import { findObstacle } from './find-obstacle.ts';
import { type GasFees } from './gas-fees.ts';
import { gasLimitOf } from './order-gas.ts';
import { nameOfMintError, readRevert } from './read-revert.ts';
import { type ChainOrder } from './schema.ts';

/**
 * What comes of an order that is tried out. `DONE`: its contract did it already. `LATER`: it may do it once the operator has changed something. `REFUSED`:
 * the recipient's code does not take it. `NEVER`: the token does not move it. `FAILED`: the node answers, but not this.
 */
export type Simulation =
  { outcome: 'POSSIBLE'; call: ContractCall; gas: bigint } | { outcome: 'DONE' | 'LATER' | 'REFUSED' | 'NEVER' | 'FAILED'; reason: string };

/** Who would send it, for what price, and on which block's state. */
export interface Trial {
  sender: Address;
  fees: GasFees;
  blockHash: Hex;
}

/** `trials` is a client that waits for no answer for long; `client` reads our own contracts. */
interface Clients {
  client: PublicClient;
  trials: PublicClient;
}

/**
 * Tries an order out exactly as it would be sent: same sender, gas limit and price, so that a recipient cannot tell a trial by them. Throws when the node
 * does not answer anything else either.
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
    // On the state of the same block: it cannot have changed in between.
    const obstacle = await findObstacle(client, vault, order, trial);
    if (obstacle === 'AlreadyPaid' || obstacle === 'AlreadyMinted') return { outcome: 'DONE', reason: obstacle };
    if (obstacle !== undefined) return { outcome: 'LATER', reason: obstacle };
    // A batch is nobody's money: what stands in its way is the operator's to see.
    if (order.kind !== 'PAYOUT') return { outcome: 'LATER', reason: (order.kind === 'MINT' && nameOfMintError(revert)) || 'Reverted' };
    return order.token === 'JU' ? { outcome: 'REFUSED', reason: 'RecipientRefused' } : { outcome: 'NEVER', reason: 'TokenRefused' };
  }
}

/** Tells a node that fails from one that fails at this order alone. */
async function tryNothing(trials: PublicClient, trial: Trial): Promise<void> {
  await trials.call({ ...asSent(trial), to: trial.sender, gas: 21_000n });
}

function asSent({ sender, fees, blockHash }: Trial) {
  return { account: sender, blockHash, ...fees } as const;
}
