import { PgBoss } from 'pg-boss';
import { underMigrationLock } from '../db/migrate.ts';
import { createPool } from '../db/pool.ts';
import { QUEUE_SCHEMA } from './queue-pool.ts';

/** Creates or upgrades the queue's schema. Processes that start together queue on the migrations' lock. */
export async function installQueue(databaseUrl: string): Promise<void> {
  // The lock holds one connection while the queue uses the other; either may take long.
  const pool = createPool(databaseUrl, { max: 2, statementTimeoutMs: 0, lockTimeoutMs: 0 });
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema: QUEUE_SCHEMA,
    migrate: true,
    supervise: false,
    schedule: false,
  });
  let failure: Error | undefined;
  boss.on('error', (error) => (failure ??= error));
  try {
    await underMigrationLock(pool, async () => {
      await boss.start();
      await boss.stop({ graceful: false });
    });
    if (failure !== undefined) throw failure;
  } finally {
    await pool.end();
  }
}
