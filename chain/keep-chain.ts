import { z } from 'zod';

import type { Log } from '../processes/child-process.ts';
import type { NodeClient } from './node-client.ts';
import { saveChain } from './saved-chain.ts';

export interface KeepChainOptions {
  node: NodeClient;
  url: string;
  statePath: string;
  log: Log;
  /** Block interval after a transaction, so that confirmations come quickly. */
  busyBlockEveryMs: number;
  /** Block interval once nothing has happened for a while: each block makes the saved chain longer. */
  idleBlockEveryMs: number;
}

export interface ChainKeeper {
  /** Saves what isn't saved yet and stops. */
  close(): Promise<void>;
  /** For a node that is gone. */
  abandon(): void;
}

const BUSY_FOR_MS = 120_000;
const headSchema = z.object({ method: z.literal('eth_subscription'), params: z.object({ result: z.object({ gasUsed: z.string() }) }) });

/** Saves the chain after every block, so that a kill costs at most the block being saved, and mines blocks when nothing else does. */
export function keepChain({ node, url, statePath, log, busyBlockEveryMs, idleBlockEveryMs }: KeepChainOptions): ChainKeeper {
  let busyUntil = performance.now() + BUSY_FOR_MS;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  const saver = createSaver(() => saveChain(node, statePath), log);

  const heads = new WebSocket(url.replace(/^http/, 'ws'));
  heads.addEventListener('open', () =>
    heads.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_subscribe', params: ['newHeads'] })),
  );
  heads.addEventListener('message', ({ data }) => {
    const head = headSchema.safeParse(JSON.parse(String(data)));
    if (!head.success || closed) return;
    if (BigInt(head.data.params.result.gasUsed) > 0n) busyUntil = performance.now() + BUSY_FOR_MS;
    saver.request();
    armTimer();
  });

  function armTimer(): void {
    clearTimeout(timer);
    if (closed) return;
    timer = setTimeout(mine, performance.now() < busyUntil ? busyBlockEveryMs : idleBlockEveryMs);
  }

  function mine(): void {
    armTimer();
    // The supervisor handles a node that is gone: it sees the process end.
    node.call('evm_mine').catch((error: unknown) => log(`No block could be mined: ${String(error)}`));
  }

  function abandon(): void {
    closed = true;
    clearTimeout(timer);
    heads.close();
  }

  armTimer();
  return {
    abandon,
    async close() {
      abandon();
      saver.request();
      await saver.settled();
    },
  };
}

interface Saver {
  request(): void;
  settled(): Promise<void>;
}

/** Runs one save at a time; whatever happens meanwhile is covered by one more afterwards. */
function createSaver(save: () => Promise<void>, log: Log): Saver {
  let running: Promise<void> | undefined;
  let wanted = false;

  async function run(): Promise<void> {
    while (wanted) {
      wanted = false;
      await save().catch((error: unknown) => log(`The chain could not be saved: ${String(error)}`));
    }
    running = undefined;
  }

  return {
    request() {
      wanted = true;
      running ??= run();
    },
    async settled() {
      await running;
    },
  };
}
