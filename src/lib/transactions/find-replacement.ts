import type { Client } from 'viem';
import { getBlock, getTransactionCount } from 'viem/actions';
import type { Address, Hex } from '../chain/wallets/eip1193.ts';
import { sameAddress } from '../chain/wallets/read-answer.ts';
import type { Observation } from './reduce-transaction.ts';
import type { TrackedTransaction } from './tracked-transaction.ts';

type Placed = TrackedTransaction & { nonce: number };
type Replacement = { to: Address | null; input: Hex; value: bigint };

/**
 * The transaction that used the nonce of another one: it's in the first block after which the account's nonce is higher. Null if the chain has the original
 * after all.
 */
export async function findReplacement(client: Client, transaction: Placed, headNumber: number): Promise<Observation['replacement']> {
  const { owner, nonce, sentAtBlock, hash } = transaction;
  let [below, at] = [Math.max(0, Math.min(sentAtBlock, headNumber) - 1), headNumber];
  while (at - below > 1) {
    const middle = Math.floor((below + at) / 2);
    const count = await getTransactionCount(client, { address: owner, blockNumber: BigInt(middle) });
    if (count > nonce) at = middle;
    else below = middle;
  }
  const { transactions } = await getBlock(client, { blockNumber: BigInt(at), includeTransactions: true });
  const found = transactions.find((other) => sameAddress(other.from, owner) && other.nonce === nonce);
  return found === undefined || found.hash === hash ? null : { hash: found.hash, as: relationOf(found, transaction), blockNumber: at };
}

function relationOf(found: Replacement, { owner, to, data, value }: Placed): 'SAME' | 'CANCELLED' | 'OTHER' {
  if (found.to === null) return 'OTHER';
  if (sameAddress(found.to, to) && found.input.toLowerCase() === data.toLowerCase() && found.value === BigInt(value)) return 'SAME';
  // Wallets cancel by sending nothing to their own address.
  return sameAddress(found.to, owner) && found.value === 0n && found.input === '0x' ? 'CANCELLED' : 'OTHER';
}
