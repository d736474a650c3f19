import { asAdmin } from './as-admin.ts';
import { type FreshDatabase, freshDatabase } from './fresh-database.ts';

const MOST_TRIES = 20;

/** What a backup of this moment would give back. Whoever is connected is cut off, as a template must be used by nobody, and connects anew. */
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
