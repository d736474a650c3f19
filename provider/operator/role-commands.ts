import { randomBytes } from 'node:crypto';
import { firstDatabaseUrl } from '../db/database-address.ts';
import { makeRole, type Part, removeRole, RoleRefused } from '../db/roles.ts';
import { STAFF_PARTS } from '../db/staff-rights.ts';
import { OperatorMistake } from '../operator-mistake.ts';
import type { Command, CommandInput } from './command.ts';

const ROLE_NAME = /^[a-z_][a-z0-9_]{0,62}$/;

const WHOSE: Readonly<Record<Part, string>> = {
  SERVER: 'the processes that serve members',
  PAYOUTS: 'the payout process',
  SUPPORT: 'one person of support',
  EDITOR: 'one editor',
  FINANCE: 'one person of finance',
  ADMINISTRATOR: 'one administrator',
};

export const roleCommands: readonly Command[] = [
  processCommand('server-role', 'SERVER'),
  processCommand('payout-role', 'PAYOUTS'),
  {
    name: 'staff-role',
    operands: ['<name>', `<${STAFF_PARTS.join('|').toLowerCase()}>`],
    flags: ['remove'],
    what: 'creates the database role of one person, with only the rights of that role, and prints its password once, or gives it a new one; --remove takes the role away, and the person’s with the last',
    confirmation: ({ operands: [role = '', part = ''], options: { remove } }) =>
      remove === undefined ? askFor(role) : `Take the role ${part} from ${role}?`,
    run: (input) => {
      const part = STAFF_PARTS.find((each) => each.toLowerCase() === input.operands[1]);
      if (part === undefined)
        throw new OperatorMistake(`There is no role ${input.operands[1] ?? ''}. Choose one of ${STAFF_PARTS.join(', ').toLowerCase()}.`);
      return input.options['remove'] === undefined ? createRole(input, part) : takeRole(input, part);
    },
  },
];

function processCommand(name: string, part: 'SERVER' | 'PAYOUTS'): Command {
  return {
    name,
    operands: ['<name>'],
    what: `creates a database role with only the rights that ${WHOSE[part]} need${part === 'SERVER' ? '' : 's'}, and prints its password once`,
    confirmation: ({ operands: [role = ''] }) => askFor(role),
    run: (input) => createRole(input, part),
  };
}

function askFor(role: string): string {
  return `Create the role ${role}, or give it a new password if it exists?`;
}

async function createRole({ settings: { databaseUrl }, database, operands: [name = ''] }: CommandInput, part: Part): Promise<void> {
  if (!ROLE_NAME.test(name))
    throw new OperatorMistake('<name> must consist of lower-case letters, digits and _, and begin with a letter or _.');
  const { username, hostname, port, pathname } = firstDatabaseUrl(databaseUrl);
  if (decodeURIComponent(username) === name)
    throw new OperatorMistake(`${name} owns JuFi’s tables: choose another name for ${WHOSE[part]}.`);
  const password = randomBytes(24).toString('base64url');
  await makeRole(database, part, name, password).catch(explain);
  console.log(`DATABASE_URL=postgres://${name}:${password}@${hostname}:${port === '' ? '5432' : port}${pathname}`);
  console.error(`This is for ${WHOSE[part]} only. It can’t be shown again.`);
}

async function takeRole({ database, operands: [name = '', part = ''] }: CommandInput, of: Part): Promise<void> {
  const { isGone } = await removeRole(database, of, name).catch(explain);
  console.log(isGone ? `${name} is gone, and can do nothing any more.` : `${name} is no longer ${part}.`);
}

function explain(error: unknown): never {
  throw error instanceof RoleRefused ? new OperatorMistake(error.message) : error;
}
