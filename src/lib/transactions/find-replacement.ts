import type { JsonRpc } from '../chain/json-rpc.ts';
import { readQuantity } from '../chain/read-quantity.ts';
import { sameAddress } from '../chain/wallets/read-answer.ts';
import type { Observation } from './reduce-transaction.ts';
import { readBlockTransactions, type ChainTransaction } from './read-chain.ts';
import type { TrackedTransaction } from './tracked-transaction.ts';

type Placed = TrackedTransaction & { nonce: number };

/**
 * The transaction that used the nonce of another one: the first block in which the account had passed the nonce holds it. Null when the
 * chain holds the one that was looked for after all.
 */
export async function findReplacement(rpc: JsonRpc, transaction: Placed, headNumber: number): Promise<Observation['replacement']> {
  const { owner, nonce, sentAtBlock, hash } = transaction;
  let [below, at] = [Math.max(0, Math.min(sentAtBlock, headNumber) - 1), headNumber];
  while (at - below > 1) {
    const middle = Math.floor((below + at) / 2);
    const count = readQuantity(await rpc.call('eth_getTransactionCount', owner, `0x${middle.toString(16)}`));
    if (count > BigInt(nonce)) at = middle;
    else below = middle;
  }
  const block = readBlockTransactions(await rpc.call('eth_getBlockByNumber', `0x${at.toString(16)}`, true));
  const found = block.find((other) => sameAddress(other.from, owner) && other.nonce === nonce);
  return found === undefined || found.hash === hash ? null : { hash: found.hash, as: relationOf(found, transaction) };
}

function relationOf(found: ChainTransaction, { owner, to, data, value }: Placed): 'SPED_UP' | 'CANCELLED' | 'OTHER' {
  if (found.to === null) return 'OTHER';
  if (sameAddress(found.to, to) && found.data.toLowerCase() === data.toLowerCase() && found.value === BigInt(value)) return 'SPED_UP';
  // Wallets cancel by sending nothing to oneself.
  return sameAddress(found.to, owner) && found.value === 0n && found.data === '0x' ? 'CANCELLED' : 'OTHER';
}
