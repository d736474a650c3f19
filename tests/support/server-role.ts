import { inject } from 'vitest';

import { firstDatabaseUrl } from '../../provider/db/database-address.ts';
import { createDatabase } from '../../provider/db/database.ts';
import { inTransaction } from '../../provider/db/in-transaction.ts';
import { createPool } from '../../provider/db/pool.ts';
import { recordRole, renewRights } from '../../provider/db/roles.ts';
import { prepareDatabase } from '../../provider/prepare-database.ts';

/** The same address for the role that the server works with, which can't alter tables. */
export function asServerRole(ownerUrl: string): string {
  const { username, password } = new URL(inject('serverRoleUrl'));
  return ownerUrl.replace(/\/\/[^@]*@/, `//${username}:${password}@`);
}

/** Gives it its rights in a migrated database. */
export async function grantServerRole(ownerUrl: string): Promise<void> {
  const pool = createPool(ownerUrl, { max: 1 });
  try {
    await inTransaction(createDatabase(pool), async (tx) => {
      await recordRole(tx, 'SERVER', new URL(inject('serverRoleUrl')).username);
      await renewRights(tx);
    });
  } finally {
    await pool.end();
  }
}

/** Does what an operator does before the server starts in production: `migrate`, and the rights of its role, which is there already. */
export async function prepareFor(serverUrl: string, ownerUrl: string): Promise<void> {
  await prepareDatabase({ ownerUrl, serverRole: firstDatabaseUrl(serverUrl).username, isProduction: true });
}
