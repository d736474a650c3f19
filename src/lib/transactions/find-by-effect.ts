import { pad, type Client } from 'viem';
import { getTransactionReceipt } from 'viem/actions';
import type { Address, Hex } from '../chain/wallets/eip1193.ts';
import { outcomeOfLogs, SWAP_TOPIC } from './outcome-of-logs.ts';
import type { Observation } from './reduce-transaction.ts';
import type { TrackedTransaction } from './tracked-transaction.ts';

/** keccak256 of `Transfer(address,address,uint256)` and `Approval(address,address,uint256)` (ERC-20). */
const TRANSFER_TOPIC = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const APPROVAL_TOPIC = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925';
/** keccak256 of `Received(address,uint256)`, the vault's for native JU. */
const RECEIVED_TOPIC = '0x88a5966d370b9919b20f3e2c13ff65706f196a4e32cc2c12bf57088f88525874';
/** keccak256 of `Deposit(address,uint256)` and `Withdrawal(address,uint256)` (WETH9). */
const WRAPPED_TOPIC = '0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c';
const UNWRAPPED_TOPIC = '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65';

/** Public nodes answer no wider range at once; the rest is read by the next looks. */
const MOST_BLOCKS = 1_000;
/** The newest blocks are read again, because others may take their place. */
const READ_AGAIN_BLOCKS = 10;

interface Effect {
  address?: Address;
  topics: (Hex | null)[];
  /** The amount in the event, where it says the whole effect; otherwise the transaction's receipt decides. */
  amount?: bigint;
}

interface Search {
  found: Observation['replacement'];
  searchedToBlock: number;
}

/**
 * Finds the transaction that does on the chain what this one was meant to do, under a hash the wallet didn't name: executed by a multisig, or sent anew with a
 * higher fee before any node knew the first. Its events name owner and amount, whoever sent it. Null if the node refuses to search.
 */
export async function findByEffect(
  client: Client,
  transaction: TrackedTransaction,
  headNumber: number,
  isTaken: (hash: Hex) => boolean,
): Promise<Search | null> {
  const { sentAtBlock, searchedToBlock = sentAtBlock } = transaction;
  const from = Math.max(sentAtBlock + 1, searchedToBlock + 1 - READ_AGAIN_BLOCKS);
  const to = Math.min(headNumber, from + MOST_BLOCKS - 1);
  if (to < from) return null;
  const { address, topics, amount } = effectOf(transaction);
  const range = { fromBlock: `0x${from.toString(16)}`, toBlock: `0x${to.toString(16)}` } as const;
  const logs = await client
    .request({ method: 'eth_getLogs', params: [{ ...range, topics, ...(address && { address }) }] })
    .catch(() => null);
  if (logs === null) return null;
  for (const { transactionHash: hash, blockNumber, data } of logs) {
    if (hash === null || blockNumber === null || hash === transaction.hash || isTaken(hash)) continue;
    const isIt = amount === undefined ? await traded(client, transaction, hash) : BigInt(data) === amount;
    if (isIt) return { found: { hash, as: 'SAME', blockNumber: Number(blockNumber) }, searchedToBlock: from - 1 };
  }
  return { found: null, searchedToBlock: to };
}

function effectOf({ owner, to, data, value, purpose }: TrackedTransaction): Effect {
  const ownerTopic = pad(owner);
  switch (purpose.kind) {
    case 'DEPOSIT':
      if (value !== '0') return { address: to, topics: [RECEIVED_TOPIC, ownerTopic], amount: BigInt(value) };
      return { address: to, topics: [TRANSFER_TOPIC, ownerTopic, firstArgument(data)], amount: secondArgument(data) };
    case 'APPROVE':
    case 'RESET_ALLOWANCE':
      return { address: to, topics: [APPROVAL_TOPIC, ownerTopic, firstArgument(data)], amount: secondArgument(data) };
    case 'WRAP':
      return { address: to, topics: [WRAPPED_TOPIC, ownerTopic], amount: BigInt(value) };
    case 'UNWRAP':
      return { address: to, topics: [UNWRAPPED_TOPIC, ownerTopic], amount: BigInt(purpose.amountIn) };
    case 'SWAP':
      // What pays in JU is seen where it ends, everything else where it begins.
      return { topics: purpose.tokenIn === 'JU' ? [SWAP_TOPIC, null, ownerTopic] : [TRANSFER_TOPIC, ownerTopic] };
  }
}

/** Whether it traded the exact amount that was ordered. */
async function traded(client: Client, { purpose }: TrackedTransaction, hash: Hex): Promise<boolean> {
  if (purpose.kind !== 'SWAP') return false;
  const { logs } = await getTransactionReceipt(client, { hash });
  const outcome = outcomeOfLogs(logs.map(({ topics, data }) => ({ topic: topics[0], data })));
  if (outcome === null) return false;
  return purpose.exact === 'EXACT_IN' ? outcome.amountIn === BigInt(purpose.amountIn) : outcome.amountOut === BigInt(purpose.amountOut);
}

/** The arguments of `transfer(address,uint256)` and `approve(address,uint256)` in their call data. */
function firstArgument(data: Hex): Hex {
  return `0x${data.slice(10, 74)}`;
}
function secondArgument(data: Hex): bigint {
  return BigInt(`0x${data.slice(74)}`);
}
