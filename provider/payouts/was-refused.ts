import { zeroAddress } from 'viem';
import { ChainUnavailable } from '../chain-client.ts';
import type { Executor } from './executor.ts';
import type { BlockRef, ChainView, Receipt } from './executor-chain.ts';
import type { OpenNonce } from './read-open-nonces.ts';

/**
 * Whether the recipient's own code made a payout fail. Only JU runs such code, and only if no condition of the vault prevented the payout,
 * neither before the transaction's block nor after it. The transaction's revert data proves nothing.
 */
export async function wasRefused(executor: Executor, view: ChainView, { order, sender }: OpenNonce, { block }: Receipt): Promise<boolean> {
  if (order === null || order.kind !== 'PAYOUT' || order.token !== 'JU') return false;
  for (const each of await blocksAround(executor, view, block))
    if ((await executor.chain.findObstacle(order, sender, each)) !== undefined) return false;
  return true;
}

/** Nodes drop the state of old blocks, and the embedded one drops all of it on a restart; then the confirmed state has to do. */
async function blocksAround({ chain }: Executor, { confirmed }: ChainView, block: BlockRef): Promise<BlockRef[]> {
  const before = await chain.hashOf(block.number - 1n);
  try {
    await chain.balanceAt(zeroAddress, block);
    if (before === null) return [block];
    await chain.balanceAt(zeroAddress, { number: block.number - 1n, hash: before });
    return [{ number: block.number - 1n, hash: before }, block];
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
    return [confirmed];
  }
}
