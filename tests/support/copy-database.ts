import { asAdmin } from './as-admin.ts';
import { type FreshDatabase, freshDatabase } from './fresh-database.ts';

const MOST_TRIES = 20;

/** A copy, as if restored from a backup of this moment. Existing connections are closed, since a template must not be in use. */
export async function copyDatabase(url: string): Promise<FreshDatabase> {
  const name = decodeURIComponent(new URL(url).pathname.slice(1));
  for (let tries = 1; ; tries += 1) {
    await asAdmin(url, (client) =>
      client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()', [name]),
    );
    try {
      return await freshDatabase(name);
    } catch (error) {
      if (tries === MOST_TRIES) throw error;
    }
  }
}
