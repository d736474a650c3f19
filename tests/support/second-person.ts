import { escapeIdentifier } from 'pg';
import { firstDatabaseUrl } from '../../provider/db/database-address.ts';
import { asAdmin } from './as-admin.ts';

const NAME = 'second_person';

/** The same address for somebody else with the owner's rights, as the first owner's tool knows them: who approves what the owner proposes. */
export async function asSecondPerson(ownerUrl: string): Promise<string> {
  const owner = decodeURIComponent(firstDatabaseUrl(ownerUrl).username);
  await asAdmin(ownerUrl, async (client) => {
    // Roles are the server's, and tests run beside each other.
    await client.query(`select pg_advisory_lock(hashtext('${NAME}'))`);
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [NAME]);
    if (rowCount === 0) await client.query(`create role ${NAME} login password 'x' in role ${escapeIdentifier(owner)}`);
  });
  return ownerUrl.replace(/\/\/[^@]*@/, `//${NAME}:x@`);
}
