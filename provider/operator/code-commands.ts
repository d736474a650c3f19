import { z } from 'zod';
import { systemClock } from '../../src/lib/clock.ts';
import type { Database } from '../db/database.ts';
import { inTransaction } from '../db/in-transaction.ts';
import { roleSchema } from '../economy.ts';
import { Refusal } from '../http/refusal.ts';
import { type CodeReward, issueActivationCodes, MOST_CODES_AT_ONCE, revokeCodes } from '../modules/codes/issue-activation-codes.ts';
import { createTermsBook } from '../terms/terms-book.ts';
import type { Command, CommandInput } from './command.ts';
import { OperatorMistake } from '../operator-mistake.ts';
import { listCodes, listCodesOf, printList } from './list-what-is-out.ts';
import { readTokens } from './read-tokens.ts';
import { withDatabase } from './with-database.ts';

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 30;

export const codeCommands: readonly Command[] = [
  {
    name: 'issue-codes',
    operands: ['<count>'],
    options: { juf: '<amount>', score: '<points>', role: '<code>', days: `<${DEFAULT_DAYS}>` },
    what: 'creates activation codes that each give JUF (reserved from the reward pool), points or a role',
    confirmation: (input) => {
      const { count, reward, days } = readOrder(input);
      return `Create ${count} codes that each give ${describe(input, reward)} and expire in ${days} days? Whoever has one can use it.`;
    },
    run: async (input) => {
      const { count, reward, days } = readOrder(input);
      const now = systemClock();
      const expiresAt = new Date(now.getTime() + days * DAY_MS);
      const codes = await withDatabase(input.settings.databaseUrl, (database) =>
        inTransaction(database, async (tx) => {
          const { economy } = await createTermsBook().within(tx);
          if (reward.kind === 'ROLE' && !economy.roles.some(({ code }) => code === reward.roleCode))
            throw new OperatorMistake(`The terms in force have no role ${reward.roleCode}.`);
          return issueActivationCodes(tx, economy, { reward, count, expiresAt, now });
        }),
      ).catch((error: unknown) => {
        if (error instanceof Refusal && error.code === 'POOL_DRAINED')
          throw new OperatorMistake('The reward pool can’t pay for them: fund it first.');
        throw error;
      });
      console.log(codes.join('\n'));
      // To standard error, so that the codes can be redirected to a file.
      console.error(
        `Created ${count} codes that each give ${describe(input, reward)}, valid until ${expiresAt.toISOString()}. They can’t be shown again.`,
      );
    },
  },
  {
    name: 'codes',
    operands: ['[issued]'],
    what: 'lists the activation codes that were issued together: when, what each gives, how many are open, used, expired or revoked; with that moment, each of them',
    run: ({ settings: { databaseUrl }, operands: [issued] }) => {
      const now = systemClock();
      const read = (database: Database) =>
        issued === undefined ? listCodes(database, now) : listCodesOf(database, readMoment(issued) ?? notIssued(issued), now);
      return printList(databaseUrl, read, issued === undefined ? 'No code was issued.' : `No code was issued at ${issued}.`);
    },
  },
  {
    name: 'revoke-codes',
    operands: ['<issued|code|id>'],
    what: 'ends codes that nobody has used yet: all that were issued at one moment, as `codes` lists it, or one by its text or id; their JUF returns to the reward pool',
    confirmation: ({ operands: [which = ''] }) => `Revoke ${which}? What is revoked can’t be used any more.`,
    run: async ({ settings: { databaseUrl }, operands: [which = ''] }) => {
      const count = await withDatabase(databaseUrl, (database) =>
        inTransaction(database, (tx) => revokeCodes(tx, readMoment(which) ?? which, systemClock())),
      );
      if (count === 0) throw new OperatorMistake('No code that could still be used is meant by that: `codes` lists them.');
      console.log(`Revoked ${count} ${count === 1 ? 'code' : 'codes'}.`);
    },
  },
];

function readMoment(typed: string): Date | null {
  return z.iso.datetime().safeParse(typed).success ? new Date(typed) : null;
}

function notIssued(typed: string): never {
  throw new OperatorMistake(`${typed} isn’t a moment as \`codes\` lists it.`);
}

interface Order {
  count: number;
  reward: CodeReward;
  days: number;
}

function readOrder({ operands: [count = ''], options }: CommandInput): Order {
  return {
    count: readWhole(count, '<count>', MOST_CODES_AT_ONCE),
    reward: readReward(options),
    days: readWhole(options['days'] ?? String(DEFAULT_DAYS), '--days', 3_650),
  };
}

function readReward({ juf, score, role }: CommandInput['options']): CodeReward {
  if ([juf, score, role].filter((given) => given !== undefined).length !== 1)
    throw new OperatorMistake('Say what each code gives, with one of --juf <amount>, --score <points>, --role <code>.');
  if (juf !== undefined) return { kind: 'JUF', amountBaseUnits: readTokens(juf, 'JUF') };
  if (score !== undefined) return { kind: 'SCORE', points: readWhole(score, '--score', 1_000_000) };
  const codes = roleSchema.shape.code.options.filter((code) => code !== 'MEMBER');
  const found = codes.find((code) => code === role);
  if (found === undefined) throw new OperatorMistake(`There is no role ${role ?? ''}. Choose one of ${codes.join(', ')}.`);
  return { kind: 'ROLE', roleCode: found };
}

function describe({ options }: CommandInput, { kind }: CodeReward): string {
  return { JUF: `${options['juf'] ?? ''} JUF`, SCORE: `${options['score'] ?? ''} points`, ROLE: `the role ${options['role'] ?? ''}` }[kind];
}

function readWhole(typed: string, name: string, most: number): number {
  const number = /^[1-9]\d{0,8}$/.test(typed) ? Number(typed) : Number.NaN;
  if (!(number <= most)) throw new OperatorMistake(`${name} must be a whole number from 1 to ${most}.`);
  return number;
}
