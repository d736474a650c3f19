import {
  createClient,
  createTransport,
  http,
  HttpRequestError,
  LimitExceededRpcError,
  BaseError,
  TimeoutError,
  type Transport,
} from 'viem';
import { z } from 'zod';
import { productChain } from '../src/lib/chain/product-chain.ts';

/** `WRONG_CHAIN` and `LAGGING` nodes respond, but with unusable data: they are avoided like `DOWN` ones. */
export type NodeState = 'UP' | 'LAGGING' | 'WRONG_CHAIN' | 'DOWN';

export interface TransportOptions {
  timeoutMs: number;
  retryCount?: number;
  retryDelay?: number;
}

/** The chain's nodes that the servers query, in order of preference. */
export interface ChainNodes {
  /** A transport for a viem client. */
  transport(options: TransportOptions): Transport;
  /** The known state of each node, in the order of the settings; refreshed if outdated. */
  states(): Promise<readonly NodeState[]>;
}

/** One or more node URLs, or nodes shared with other parts of this process. */
export type RpcSource = string | readonly string[] | ChainNodes;

export interface ChainNodesOptions {
  urls: readonly string[];
  /** Identifies the node by its index, since its URL may contain an access key. */
  onChange?: ((node: number, state: NodeState) => void) | undefined;
  /** A monotonic clock. */
  nowMs?: () => number;
}

/** A node further behind the best one is avoided: it would miss deposits and payouts the others know. */
const MOST_BLOCKS_BEHIND = 5n;
const LOOK_EVERY_MS = 5_000;
/** After this much idle time, known states are worthless. */
const OLD_AFTER_MS = 30_000;
/** With no usable node, every query would otherwise probe all of them again. */
const LOOK_AGAIN_AFTER_MS = 500;
const LOOK_TIMEOUT_MS = 2_000;

/** These may run members' code or cover a long range: what takes too long on one node would on the next. */
const OPEN_ENDED_METHODS = new Set(['eth_call', 'eth_estimateGas', 'eth_getLogs']);

const quantity = z
  .string()
  .regex(/^0x[0-9a-f]+$/i)
  .transform(BigInt);

export function openChainNodes(source: RpcSource, onChange?: ChainNodesOptions['onChange']): ChainNodes {
  if (typeof source === 'string') return createChainNodes({ urls: [source], onChange });
  return isChainNodes(source) ? source : createChainNodes({ urls: source, onChange });
}

/**
 * viem's own `fallback` checks neither chain ids nor how far behind a node is, and repeats on the next node what timed out on the first.
 * Trying the next node is safe for `eth_sendRawTransaction` too: a signed transaction is the same on every node, by its hash and nonce.
 */
export function createChainNodes({ urls, onChange, nowMs = () => performance.now() }: ChainNodesOptions): ChainNodes {
  const nodes = urls.map((url): { url: string; state: NodeState | undefined } => ({ url, state: undefined }));
  let checkedAtMs = -Infinity;
  let checking: Promise<void> | undefined;

  async function checkAll(): Promise<void> {
    const seen = await Promise.all(nodes.map(({ url }) => lookAtNode(url)));
    const best = seen.reduce<bigint>((highest, found) => (typeof found === 'bigint' && found > highest ? found : highest), 0n);
    nodes.forEach((node, index) => {
      const found = seen[index] ?? 'DOWN';
      const state = typeof found !== 'bigint' ? found : found + MOST_BLOCKS_BEHIND < best ? 'LAGGING' : 'UP';
      if (state !== node.state && !(node.state === undefined && state === 'UP')) onChange?.(index + 1, state);
      node.state = state;
    });
    checkedAtMs = nowMs();
  }

  const checkOnce = (): Promise<void> => (checking ??= checkAll().finally(() => (checking = undefined)));

  async function usableUrls(): Promise<readonly string[]> {
    const usable = (): string[] => nodes.filter(({ state }) => state === 'UP').map(({ url }) => url);
    const ageMs = nowMs() - checkedAtMs;
    if (ageMs > OLD_AFTER_MS || (usable().length === 0 && ageMs > LOOK_AGAIN_AFTER_MS)) await checkOnce();
    else if (ageMs > LOOK_EVERY_MS) void checkOnce();
    return usable();
  }

  function failingOver({ timeoutMs, retryCount = 0, retryDelay = 100 }: TransportOptions): Transport {
    return (config) => {
      const transports = new Map(urls.map((url) => [url, http(url, { timeout: timeoutMs, retryCount: 0 })(config)]));
      const request = async (args: { method: string; params?: unknown }): Promise<unknown> => {
        let failure: unknown = new NoUsableNode('None of the chain nodes can be used.');
        for (const url of await usableUrls()) {
          try {
            return await transports.get(url)?.request(args as never);
          } catch (error) {
            if (isAnswer(error)) throw error;
            failure = error;
            // Updates the states for later queries; this one doesn't wait for it.
            void checkOnce();
            if (OPEN_ENDED_METHODS.has(args.method) && tookTooLong(error)) break;
          }
        }
        throw failure;
      };
      return createTransport({
        key: 'nodes',
        name: 'JSON-RPC of several nodes',
        type: 'nodes',
        request: request as never,
        retryCount,
        retryDelay,
      });
    };
  }

  return {
    transport: (options) => {
      const [only] = urls;
      const { timeoutMs: timeout, retryCount = 0, retryDelay = 100 } = options;
      return urls.length === 1 ? http(only, { timeout, retryCount, retryDelay }) : failingOver(options);
    },
    states: async () => {
      if (nowMs() - checkedAtMs > LOOK_AGAIN_AFTER_MS) await checkOnce();
      return nodes.map(({ state }) => state ?? 'DOWN');
    },
  };
}

class NoUsableNode extends BaseError {
  override readonly name = 'NoUsableNode';
  readonly reason = 'NO_USABLE_NODE';
}

async function lookAtNode(url: string): Promise<bigint | 'WRONG_CHAIN' | 'DOWN'> {
  const client = createClient({ transport: http(url, { timeout: LOOK_TIMEOUT_MS, retryCount: 0 }) });
  try {
    const [id, head] = await Promise.all([client.request({ method: 'eth_chainId' }), client.request({ method: 'eth_blockNumber' })]);
    return id.toLowerCase() === productChain.hexId ? quantity.parse(head) : 'WRONG_CHAIN';
  } catch {
    return 'DOWN';
  }
}

/** An error from the node itself (a revert, an invalid range) is its answer, unless it's about too many requests. */
function isAnswer(error: unknown): boolean {
  if (!(error instanceof BaseError)) return false;
  return (
    error.walk((cause) => cause instanceof HttpRequestError || cause instanceof TimeoutError || cause instanceof LimitExceededRpcError) ===
    null
  );
}

export function tookTooLong(error: unknown): boolean {
  return error instanceof BaseError && error.walk((cause) => cause instanceof TimeoutError) !== null;
}

function isChainNodes(source: readonly string[] | ChainNodes): source is ChainNodes {
  return 'transport' in source;
}
