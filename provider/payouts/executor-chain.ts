import { type Address, BlockNotFoundError, type Hex, type PublicClient, TransactionReceiptNotFoundError } from 'viem';
import { jufAbi } from '../../src/lib/chain/abis/juf.ts';
import { vaultAbi } from '../../src/lib/chain/abis/vault.ts';
import { type ChainClient, ChainUnavailable, createChainClient, createLogRange, type LogRange } from '../chain-client.ts';
import type { RpcSource } from '../chain-nodes.ts';
import { CONFIRMATIONS } from '../finality.ts';
import type { Vault } from '../vault.ts';
import { findObstacle, type Obstacle, simulateOrder, type Simulation, type Trial } from './simulate-order.ts';
import type { ChainOrder } from './schema.ts';

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

interface ExecutorChainOptions {
  rpcUrl: RpcSource;
  vault: Vault;
  timeoutMs?: number | undefined;
  trialTimeoutMs?: number | undefined;
}

const TIMEOUT_MS = 4_000;
/** A trial's gas is limited, so a healthy node takes milliseconds. */
const TRIAL_TIMEOUT_MS = 1_500;
/** A proof is usually near the newest block, so a small first range finds it. */
const MOST_BLOCKS = 2_000n;

export function createExecutorChain(options: ExecutorChainOptions): ExecutorChain {
  const { rpcUrl, vault, timeoutMs = TIMEOUT_MS, trialTimeoutMs = Math.min(timeoutMs, TRIAL_TIMEOUT_MS) } = options;
  const { ask, client } = createChainClient({ rpcUrl, timeoutMs });
  const { client: trials } = createChainClient({ rpcUrl, timeoutMs: trialTimeoutMs });
  const logRange = createLogRange(MOST_BLOCKS);
  const { juf } = vault.tokens;

  return {
    // All other reads use this view's blocks.
    view: () => ask(readView, { isFirst: true }),
    nonceAt: (address, { hash: blockHash }) => ask(() => client.getTransactionCount({ address, blockHash })),
    balanceAt: (address, { hash: blockHash }) => ask(() => client.getBalance({ address, blockHash })),
    isDone: ({ kind, contractId }, { hash: blockHash }) =>
      ask(() =>
        kind === 'MINT'
          ? client.readContract({ address: juf, abi: jufAbi, functionName: 'minted', args: [contractId], blockHash })
          : client.readContract({ address: vault.address, abi: vaultAbi, functionName: 'paid', args: [contractId], blockHash }),
      ),
    receipt: (hash) => ask(() => readReceipt(client, hash)),
    hashOf: (blockNumber) => ask(async () => (await orNull(client.getBlock({ blockNumber })))?.hash ?? null),
    findProof: (order, fromBlock, toBlock) => findProof({ ask, logRange }, vault, order, { fromBlock, toBlock }),
    simulate: (order, trial) => ask(() => simulateOrder({ client, trials }, vault, order, trial)),
    findObstacle: (order, sender, { hash: blockHash }) => ask(() => findObstacle(client, vault, order, { sender, blockHash })),
    priorityFee: () => ask(() => client.estimateMaxPriorityFeePerGas()),
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

async function readReceipt(client: PublicClient, hash: Hex): Promise<Receipt | null> {
  const receipt = await orNull(client.getTransactionReceipt({ hash }));
  if (receipt === null) return null;
  return { hash, status: receipt.status, block: { number: receipt.blockNumber, hash: receipt.blockHash } };
}

/** Data a node doesn't have is not an error. */
async function orNull<Answer>(question: Promise<Answer>): Promise<Answer | null> {
  try {
    return await question;
  } catch (error) {
    if (error instanceof TransactionReceiptNotFoundError || error instanceof BlockNotFoundError) return null;
    throw error;
  }
}

/** The event a contract emitted when it executed an order. */
interface Proof {
  hash: Hex;
  blockNumber: bigint;
  to: Address;
  amount: bigint;
}

/** Searches backwards from the newest block; `null` if the node has no such log. */
async function findProof(
  { ask, logRange }: Pick<ChainClient, 'ask'> & { logRange: LogRange },
  vault: Vault,
  order: Pick<ChainOrder, 'kind' | 'contractId'>,
  { fromBlock, toBlock }: { fromBlock: bigint; toBlock: bigint },
): Promise<Proof | null> {
  for (let last = toBlock; last >= fromBlock;) {
    const newest = last;
    const { blocks, answer: log } = await logRange.read(newest - fromBlock + 1n, (most) =>
      ask((client) => findLog(client, vault, order, { fromBlock: newest - most + 1n, toBlock: newest })),
    );
    last -= blocks;
    if (log !== undefined) return { hash: log.transactionHash, blockNumber: log.blockNumber, to: log.args.to, amount: log.args.amount };
  }
  return null;
}

async function findLog(
  client: PublicClient,
  { address, tokens }: Vault,
  { kind, contractId }: Pick<ChainOrder, 'kind' | 'contractId'>,
  blocks: { fromBlock: bigint; toBlock: bigint },
) {
  const filter = { args: { id: contractId }, ...blocks, strict: true } as const;
  const logs =
    kind === 'MINT'
      ? await client.getContractEvents({ address: tokens.juf, abi: jufAbi, eventName: 'Minted', ...filter })
      : await client.getContractEvents({ address, abi: vaultAbi, eventName: 'Paid', ...filter });
  return logs[0];
}
