import { sql } from 'drizzle-orm';
import { readWatchState, type WatchState } from '../chain-watch/read-watch-state.ts';
import { type Services } from '../provider-services.ts';
import { withDeadline } from './with-deadline.ts';

const PATIENCE_MS = 3_000;

export interface Readiness {
  database: 'UP' | 'DOWN';
  chain: 'UP' | 'DOWN';
  /** Whether deposits are credited, or what keeps them from it; absent where there is no vault, or no database to ask. */
  deposits?: WatchState['status'];
}

export async function readReadiness(services: Services): Promise<Readiness> {
  const { database, chain, log } = services;
  const probe = async (name: string, work: () => Promise<unknown>): Promise<'UP' | 'DOWN'> => {
    try {
      await withDeadline(work(), PATIENCE_MS);
      return 'UP';
    } catch {
      log.warn({ part: name }, 'a part the provider needs does not answer');
      return 'DOWN';
    }
  };
  const [databaseState, chainState, deposits] = await Promise.all([
    probe('database', () => database.execute(sql`select 1`)),
    probe('chain', () => chain.getBlockNumber()),
    // No reason to send members elsewhere: no other process could do what this one cannot.
    withDeadline(readDeposits(services), PATIENCE_MS).catch(() => ({})),
  ]);
  return { database: databaseState, chain: chainState, ...deposits };
}

async function readDeposits({ database, vault, site, clock }: Services): Promise<Pick<Readiness, 'deposits'>> {
  if (vault === null) return {};
  return { deposits: (await readWatchState(database, { chainId: site.chainId, vault: vault.address }, clock())).status };
}
