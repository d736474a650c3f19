import { rmSync } from 'node:fs';
import { join } from 'node:path';

import { deployContracts } from '../../chain/deploy.ts';
import { type DevNode, startDevNode } from '../../chain/dev-node.ts';
import { findFreePort } from '../../processes/find-free-port.ts';
import { seedTrades } from '../../chain/seed-trades.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { temporaryFolder } from './temporary-folder.ts';

export interface SeededChain {
  url: string;
  /** Kills the node like a crash; the chain's files remain. */
  kill: () => Promise<void>;
  stop: () => Promise<void>;
}

/** Gives a new chain its contracts and its history, as the start of the embedded one does. */
export async function prepareChain(url: string): Promise<void> {
  await deployContracts(url);
  await seedTrades(url, { clock: systemClock });
}

/** A chain for a single test file with all contracts and 120 days of trades, like the embedded one. Takes some seconds to create. */
export async function startSeededChain(): Promise<SeededChain> {
  const folder = temporaryFolder('seeded-chain');
  const node: DevNode = await startDevNode({
    folder: join(folder, 'chain'),
    port: await findFreePort(),
    log: () => undefined,
    onReady: prepareChain,
  });
  return {
    url: node.url,
    kill: async () => {
      process.kill(node.pid, 'SIGKILL');
      await node.exited;
    },
    stop: async () => {
      await node.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
