import { createPublicClient, HttpRequestError, type PublicClient, RpcRequestError } from 'viem';
import { productChain } from '../src/lib/chain/product-chain.ts';
import { openChainNodes, type RpcSource, tookTooLong } from './chain-nodes.ts';
import { OperatorMistake } from './operator-mistake.ts';
import type { ProviderSettings } from './settings.ts';

/** No node of the right chain gave a valid answer. */
export class ChainUnavailable extends Error {
  override readonly name = 'ChainUnavailable';
  readonly code = 'CHAIN_UNAVAILABLE';
}

/** How everything in the provider asks the chain. */
export interface ChainClient {
  /**
   * Asks a node of the right chain. Throws `ChainUnavailable` if there is no valid answer, whatever the reason. Which chain it is of is verified before the
   * first question, after every failure, and where a question begins something new (`isFirst`): there may be another node behind the URL by then.
   */
  ask: <Answer>(question: (client: PublicClient) => Promise<Answer>, options?: { isFirst?: boolean }) => Promise<Answer>;
  /** What questions are put with. Used outside of one, its errors are the node's own and it may be of any chain. */
  client: PublicClient;
}

export interface ChainClientOptions {
  rpcUrl: RpcSource;
  timeoutMs: number;
  /** How often viem repeats a single request. */
  retryCount?: number;
  retryDelay?: number;
  /** How often a whole question is put, if the node's answers to it make no sense together or it fails for a moment. */
  tries?: number;
}

const PAUSE_MS = 30;

export function createChainClient({ rpcUrl, tries = 1, ...options }: ChainClientOptions): ChainClient {
  const client = createPublicClient({ transport: openChainNodes(rpcUrl).transport(options), cacheTime: 0 });
  let isVerified = false;

  /** What holds on one chain says nothing on another: a contract account's signature (EIP-4361), a balance, a proof. */
  async function verifyChain(): Promise<void> {
    const found = await client.getChainId();
    if (found !== productChain.id) throw new ChainUnavailable(`The node at the RPC address is of chain ${found}, not ${productChain.id}.`);
    isVerified = true;
  }

  return {
    client,
    ask: async (question, { isFirst = false } = {}) => {
      if (isFirst) isVerified = false;
      for (let tried = 1; ; tried += 1) {
        try {
          if (!isVerified) await verifyChain();
          return await question(client);
        } catch (cause) {
          isVerified = false;
          if (cause instanceof ChainUnavailable) throw cause;
          // A timeout isn't repeated, and a refusal is final.
          if (tried === tries || isRefusal(cause) || tookTooLong(cause))
            throw new ChainUnavailable('The chain node gave no usable answer.', { cause });
          await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * tried));
        }
      }
    },
  };
}

/** Whether the node refused, rather than not responding or limiting the rate. */
function isRefusal(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof RpcRequestError) return true;
    if (cause instanceof HttpRequestError)
      return cause.status !== undefined && cause.status >= 400 && cause.status < 500 && cause.status !== 429;
  }
  return false;
}

/** Finds by trial how many blocks one query for logs may cover, since nodes limit blocks, logs or time, and each reports it differently. */
export interface LogRange {
  /** Queries at most this many blocks, or as many as the node allows; returns the answer and how many they were. */
  read<Answer>(most: bigint, readBlocks: (blocks: bigint) => Promise<Answer>): Promise<{ blocks: bigint; answer: Answer }>;
}

const LARGEST_RANGE = 5_000n;
/** A dead node looks like one that takes too long, but asking it for ever less is pointless. */
const MOST_SILENCES = 3;
/** A range that was too large once needn't stay so: logs are denser in some blocks than in others. */
const FORGET_AFTER = 50;

export function createLogRange(largest = LARGEST_RANGE): LogRange {
  let size = largest;
  let tooLarge: bigint | null = null;
  let successes = 0;

  function grow(): void {
    successes += 1;
    if (successes % FORGET_AFTER === 0) tooLarge = null;
    const doubled = size * 2n > largest ? largest : size * 2n;
    if (tooLarge === null || doubled < tooLarge) size = doubled;
  }

  return {
    async read(most, readBlocks) {
      let silences = 0;
      for (;;) {
        const blocks = size < most ? size : most;
        try {
          const answer = await readBlocks(blocks);
          if (blocks === size) grow();
          return { blocks, answer };
        } catch (error) {
          if (!(error instanceof ChainUnavailable) || blocks === 1n) throw error;
          if (!isRefusal(error)) silences += 1;
          if (silences === MOST_SILENCES) throw error;
          tooLarge = blocks;
          size = blocks / 2n;
        }
      }
    },
  };
}

/** A client of the product chain, or one line that says why there is none. */
export async function openChainClient({ chainRpcUrl }: Pick<ProviderSettings, 'chainRpcUrl'>): Promise<PublicClient> {
  const { client } = createChainClient({ rpcUrl: chainRpcUrl, timeoutMs: 10_000, retryCount: 1 });
  const found = await client.getChainId().catch(() => null);
  if (found === null) throw new OperatorMistake('The chain does not answer: nothing is known of it, and nothing was done.');
  if (found !== productChain.id) throw new OperatorMistake(`The node is of chain ${found}, not ${productChain.id}: nothing was done.`);
  return client;
}
