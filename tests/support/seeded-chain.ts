import { rmSync } from 'node:fs';
import { join } from 'node:path';

import { type DevNode, startDevNode } from '../../chain/dev-node.ts';
import { findFreePort } from '../../processes/find-free-port.ts';
import { prepareChain } from '../../chain/prepare-chain.ts';
import { temporaryFolder } from './temporary-folder.ts';

export interface SeededChain {
  url: string;
  /** Kills the node like a crash; the chain's files remain. */
  kill: () => Promise<void>;
  stop: () => Promise<void>;
}

/** A chain for a single test file with all contracts and 120 days of trades, like the embedded one. Takes some seconds to create. */
export async function startSeededChain(): Promise<SeededChain> {
  const folder = temporaryFolder('seeded-chain');
  const onReady = async (url: string): Promise<void> => {
    await prepareChain(url);
  };
  const node: DevNode = await startDevNode({ folder: join(folder, 'chain'), port: await findFreePort(), log: () => undefined, onReady });
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
