import type { Logger } from 'pino';

import type { Log } from '../processes/child-process.ts';
import { deployContracts, DeployError } from '../chain/deploy.ts';
import { type DevNode, startDevNode } from '../chain/dev-node.ts';
import { SetupError } from '../processes/setup-error.ts';
import { seedTrades } from '../chain/seed-trades.ts';
import type { Clock } from '../src/lib/clock.ts';
import type { Parts } from './parts.ts';

export interface ChainOptions {
  port: number;
  folder: string;
  dataFolder: string;
  clock: Clock;
  parts: Parts;
  say: Log;
  log: Logger;
  fail: (error: SetupError) => void;
}

const MOST_RESTARTS = 3;
const RESTARTS_WITHIN_MS = 600_000;

/** The embedded chain, restarted when it dies: the other parts only know its address, and its state is saved. */
export async function startChain(options: ChainOptions): Promise<void> {
  const { parts, say, fail, clock } = options;
  let stopping = false;
  let restarts: number[] = [];
  let restarting = Promise.resolve();
  let current = await startNode(options);
  parts.add('chain', async () => {
    stopping = true;
    // One that is just being started again would outlive its stop.
    await restarting;
    await current.stop();
  });
  watch();

  function watch(): void {
    void current.exited.then(({ code, signal }) => {
      if (stopping) return;
      const nowMs = clock().getTime();
      restarts = [...restarts.filter((atMs) => nowMs - atMs < RESTARTS_WITHIN_MS), nowMs];
      const ended = `The embedded chain ended by itself (${signal ?? `code ${code ?? 0}`})`;
      if (restarts.length > MOST_RESTARTS) {
        fail(
          new SetupError(
            'CHAIN_ENDED',
            `${ended} ${MOST_RESTARTS} times and more. What it held is saved: see the log, then start JuFi again.`,
          ),
        );
        return;
      }
      say(`${ended}; starting it again …`);
      restarting = restart();
    });
  }

  async function restart(): Promise<void> {
    try {
      current = await startNode(options);
    } catch (error) {
      fail(
        error instanceof SetupError
          ? error
          : new SetupError('CHAIN_DOES_NOT_START', `The embedded chain does not start again: ${String(error)}`, { cause: error }),
      );
      return;
    }
    if (!stopping) watch();
  }
}

function startNode({ port, folder, dataFolder, clock, log }: ChainOptions): Promise<DevNode> {
  return startDevNode({
    folder,
    port,
    log: (line) => log.info({ part: 'chain' }, line),
    onReady: async (url) => {
      try {
        await deployContracts(url);
      } catch (cause) {
        if (!(cause instanceof DeployError)) throw cause;
        throw new SetupError(
          'CHAIN_OF_OTHER_VERSION',
          `${cause.message}: move ${dataFolder} away (database and chain belong together) to start with a new one.`,
          { cause },
        );
      }
      await seedTrades(url, { clock });
    },
  });
}
