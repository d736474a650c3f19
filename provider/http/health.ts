import { sql } from 'drizzle-orm';
import { readWatchState, type WatchState } from '../chain-watch/read-watch-state.ts';
import type { NodeState } from '../chain-nodes.ts';
import type { ProcessServices } from '../provider-services.ts';
import { withDeadline } from './with-deadline.ts';

const PATIENCE_MS = 3_000;

/** Whether this process can take traffic. Excludes the chain: no other process would reach it better, and most calls don't need it. */
export interface Readiness {
  database: 'UP' | 'DOWN';
  /** `OFF` if it differs from the database's by more than 5 s; this process then settles nothing. Unknown without a database. */
  clock: 'RIGHT' | 'OFF' | 'UNKNOWN';
}

/** What this process depends on, for troubleshooting. Contains no addresses, which may contain access keys. */
export interface Status extends Readiness {
  /** Whether at least one node is usable. */
  chain: 'UP' | 'DOWN';
  /** In the order of the settings. */
  nodes: readonly NodeState[];
  /** Whether deposits are credited, or why not; undefined without a vault or a database. */
  deposits?: WatchState['status'];
}

export async function readReadiness(services: ProcessServices): Promise<Readiness> {
  const { database, clockWatch, log } = services;
  try {
    await withDeadline(database.execute(sql`select 1`), PATIENCE_MS);
    return { database: 'UP', clock: (await withDeadline(clockWatch.isRight(), PATIENCE_MS)) ? 'RIGHT' : 'OFF' };
  } catch {
    log.warn({ part: 'database' }, 'a part the provider needs does not answer');
    return { database: 'DOWN', clock: 'UNKNOWN' };
  }
}

export async function readStatus(services: ProcessServices): Promise<Status> {
  const [readiness, nodes, deposits] = await Promise.all([
    readReadiness(services),
    services.nodes.states(),
    withDeadline(readDeposits(services), PATIENCE_MS).catch(() => ({})),
  ]);
  return { ...readiness, chain: nodes.includes('UP') ? 'UP' : 'DOWN', nodes, ...deposits };
}

async function readDeposits({ database, vault, site, clock }: ProcessServices): Promise<Pick<Status, 'deposits'>> {
  if (vault === null) return {};
  return { deposits: (await readWatchState(database, { chainId: site.chainId, vault: vault.address }, clock())).status };
}
