import { sql } from 'drizzle-orm';
import { type Services } from '../provider-services.ts';
import { withDeadline } from './with-deadline.ts';

const PATIENCE_MS = 3_000;

export interface Readiness {
  database: 'UP' | 'DOWN';
  chain: 'UP' | 'DOWN';
}

export async function readReadiness({ database, chain, log }: Services): Promise<Readiness> {
  const probe = async (name: string, work: () => Promise<unknown>): Promise<'UP' | 'DOWN'> => {
    try {
      await withDeadline(work(), PATIENCE_MS);
      return 'UP';
    } catch {
      log.warn({ part: name }, 'a part the provider needs does not answer');
      return 'DOWN';
    }
  };
  const [databaseState, chainState] = await Promise.all([
    probe('database', () => database.execute(sql`select 1`)),
    probe('chain', () => chain.getBlockNumber()),
  ]);
  return { database: databaseState, chain: chainState };
}
