import { randomBytes } from 'node:crypto';
import { firstDatabaseUrl } from '../db/database-address.ts';
import { makeRole, type Part, RoleRefused } from '../db/roles.ts';
import { OperatorMistake } from '../operator-mistake.ts';
import type { Command, CommandInput } from './command.ts';
import { withDatabase } from './with-database.ts';

const ROLE_NAME = /^[a-z_][a-z0-9_]{0,62}$/;

export const roleCommands: readonly Command[] = [
  roleCommand('server-role', 'SERVER', 'the processes that serve members'),
  roleCommand('payout-role', 'PAYOUTS', 'the payout process'),
];

function roleCommand(name: string, part: Part, whose: string): Command {
  return {
    name,
    operands: ['<name>'],
    what: `creates a database role with only the rights that ${whose} need${part === 'SERVER' ? '' : 's'}, and prints its password once`,
    confirmation: ({ operands: [role = ''] }) => `Create the role ${role}, or give it a new password if it exists?`,
    run: (input) => createRole(input, part, whose),
  };
}

async function createRole({ settings: { databaseUrl }, operands: [name = ''] }: CommandInput, part: Part, whose: string): Promise<void> {
  if (!ROLE_NAME.test(name))
    throw new OperatorMistake('<name> must consist of lower-case letters, digits and _, and begin with a letter or _.');
  const { username, hostname, port, pathname } = firstDatabaseUrl(databaseUrl);
  if (decodeURIComponent(username) === name) throw new OperatorMistake(`${name} owns JuFi’s tables: choose another name for ${whose}.`);
  const password = randomBytes(24).toString('base64url');
  try {
    await withDatabase(databaseUrl, (database) => makeRole(database, part, name, password));
  } catch (error) {
    throw error instanceof RoleRefused ? new OperatorMistake(error.message) : error;
  }
  console.log(`DATABASE_URL=postgres://${name}:${password}@${hostname}:${port === '' ? '5432' : port}${pathname}`);
  console.error(`This is for ${whose} only. It can’t be shown again.`);
}
