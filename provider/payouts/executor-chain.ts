import { type Address, createPublicClient, type Hex, type PublicClient } from 'viem';
import { jufAbi } from '../../src/lib/chain/abis/juf.ts';
import { vaultAbi } from '../../src/lib/chain/abis/vault.ts';
import { openChainNodes, type RpcSource } from '../chain-nodes.ts';
import { ChainUnavailable } from '../chain-reader.ts';
import { CONFIRMATIONS } from '../finality.ts';
import type { Vault } from '../vault.ts';
import { findObstacle, type Obstacle } from './find-obstacle.ts';
import { findProof, type Proof } from './find-proof.ts';
import { orNull, readReceipt } from './read-receipt.ts';
import type { ChainOrder } from './schema.ts';
import { type Simulation, simulateOrder, type Trial } from './simulate-order.ts';

export interface BlockRef {
  number: bigint;
  hash: Hex;
}

/** The chain as one node saw it at one moment: reads at these hashes are consistent, whichever node behind a load balancer responds. */
export interface ChainView {
  head: BlockRef;
  /** The newest final block: `CONFIRMATIONS` below the head, found by parent hashes rather than by number. */
  confirmed: BlockRef;
  baseFeePerGas: bigint;
}

export interface Receipt {
  hash: Hex;
  status: 'success' | 'reverted';
  block: BlockRef;
}

type OrderName = Pick<ChainOrder, 'kind' | 'contractId'>;

/** The executor's queries to the node. All except `send` throw `ChainUnavailable` if there is no valid answer. */
export interface ExecutorChain {
  view(): Promise<ChainView>;
  nonceAt(sender: Address, block: BlockRef): Promise<number>;
  balanceAt(holder: Address, block: BlockRef): Promise<bigint>;
  isDone(order: OrderName, block: BlockRef): Promise<boolean>;
  /** `null` if the node knows none (yet, or any more). */
  receipt(hash: Hex): Promise<Receipt | null>;
  /** `null` if the node has no block with that number. */
  hashOf(blockNumber: bigint): Promise<Hex | null>;
  /** Searches backwards from `toBlock`. */
  findProof(order: OrderName, fromBlock: bigint, toBlock: bigint): Promise<Proof | null>;
  simulate(order: ChainOrder, trial: Trial): Promise<Simulation>;
  /** Which condition of our own contracts prevented an order when that block was mined. */
  findObstacle(order: ChainOrder, sender: Address, block: BlockRef): Promise<Obstacle | undefined>;
  priorityFee(): Promise<bigint>;
  /** Throws any error of the node or the network; none of them proves anything. */
  send(raw: Hex): Promise<void>;
}

export interface ExecutorChainOptions {
  rpcUrl: RpcSource;
  chainId: number;
  vault: Vault;
  timeoutMs?: number | undefined;
  trialTimeoutMs?: number | undefined;
}

const TIMEOUT_MS = 4_000;
/** A trial's gas is limited, so a healthy node takes milliseconds. */
const TRIAL_TIMEOUT_MS = 1_500;

export function createExecutorChain(options: ExecutorChainOptions): ExecutorChain {
  const { rpcUrl, chainId, vault, timeoutMs = TIMEOUT_MS, trialTimeoutMs = Math.min(timeoutMs, TRIAL_TIMEOUT_MS) } = options;
  const nodes = openChainNodes(rpcUrl, chainId);
  const connect = (timeout: number): PublicClient =>
    createPublicClient({ transport: nodes.transport({ timeoutMs: timeout }), cacheTime: 0 });
  const client = connect(timeoutMs);
  const trials = connect(trialTimeoutMs);
  const { juf } = vault.tokens;
  let isVerified = false;

  async function query<Answer>(question: () => Promise<Answer>): Promise<Answer> {
    try {
      if (!isVerified) await verify();
      return await question();
    } catch (cause) {
      isVerified = false;
      if (cause instanceof ChainUnavailable) throw cause;
      throw new ChainUnavailable('The chain node gave no sound answer.', { cause });
    }
  }

  async function verify(): Promise<void> {
    const id = await client.getChainId();
    if (id !== chainId) throw new ChainUnavailable(`The node at the RPC address is of chain ${id}, not ${chainId}.`);
    isVerified = true;
  }

  return {
    view: () => {
      // All other reads use this view's blocks. There may be another node behind the URL by now.
      isVerified = false;
      return query(() => readView(client));
    },
    nonceAt: (address, { hash: blockHash }) => query(() => client.getTransactionCount({ address, blockHash })),
    balanceAt: (address, { hash: blockHash }) => query(() => client.getBalance({ address, blockHash })),
    isDone: ({ kind, contractId }, { hash: blockHash }) =>
      query(() =>
        kind === 'MINT'
          ? client.readContract({ address: juf, abi: jufAbi, functionName: 'minted', args: [contractId], blockHash })
          : client.readContract({ address: vault.address, abi: vaultAbi, functionName: 'paid', args: [contractId], blockHash }),
      ),
    receipt: (hash) => query(() => readReceipt(client, hash)),
    hashOf: (blockNumber) => query(async () => (await orNull(client.getBlock({ blockNumber })))?.hash ?? null),
    findProof: (order, fromBlock, toBlock) => query(() => findProof(client, vault, order, { fromBlock, toBlock })),
    simulate: (order, trial) => query(() => simulateOrder({ client, trials }, vault, order, trial)),
    findObstacle: (order, sender, { hash: blockHash }) => query(() => findObstacle(client, vault, order, { sender, blockHash })),
    priorityFee: () => query(() => client.estimateMaxPriorityFeePerGas()),
    send: async (raw) => {
      await client.sendRawTransaction({ serializedTransaction: raw });
    },
  };
}

async function readView(client: PublicClient): Promise<ChainView> {
  const head = await client.getBlock({ blockTag: 'latest' });
  if (head.baseFeePerGas === null) throw new ChainUnavailable('The chain has no EIP-1559 fees.');
  let confirmed: { number: bigint; hash: Hex; parentHash: Hex } = head;
  for (let onTop = 0n; onTop < CONFIRMATIONS && confirmed.number > 0n; onTop += 1n) {
    confirmed = mined(await client.getBlock({ blockHash: confirmed.parentHash }));
  }
  return {
    head: { number: head.number, hash: head.hash },
    confirmed: { number: confirmed.number, hash: confirmed.hash },
    baseFeePerGas: head.baseFeePerGas,
  };
}

function mined<Found extends { number: bigint | null; hash: Hex | null }>(block: Found): Found & { number: bigint; hash: Hex } {
  const { number, hash } = block;
  if (number === null || hash === null) throw new ChainUnavailable('The node gave a block that is not mined.');
  return { ...block, number, hash };
}
