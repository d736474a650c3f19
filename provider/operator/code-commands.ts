import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { systemClock } from '../../src/lib/clock.ts';
import type { Database } from '../db/database.ts';
import type { Economy } from '../economy.ts';
import { findUnused, issueApprovedCodes, MOST_CODES_AT_ONCE, revokeCodes } from '../modules/codes/issue-activation-codes.ts';
import { createTermsBook } from '../terms/terms-book.ts';
import { inTokens } from '../token-amounts.ts';
import { type Command, type Plan, type PlanInput, readTokens } from './command.ts';
import { OperatorMistake } from '../operator-mistake.ts';
import { listCodes, listCodesOf, printList } from './list-what-is-out.ts';

const DEFAULT_DAYS = 30;

export const codeCommands: readonly Command[] = [
  {
    name: 'issue-codes',
    operands: ['<count>'],
    options: { juf: '<amount>', score: '<points>', role: '<code>', days: `<${DEFAULT_DAYS}>` },
    by: [],
    needsReason: true,
    what: 'proposes activation codes that each give JUF (reserved from the reward pool), points or a role; whoever approves them gets them',
    plan: planCodes,
  },
  {
    name: 'codes',
    operands: ['[issued]'],
    by: ['FINANCE'],
    what: 'lists the activation codes that were issued together: when, what each gives, how many are open, used, expired or revoked; with that moment, each of them',
    run: async ({ database, operands: [issued] }) => {
      const now = systemClock();
      const lines =
        issued === undefined ? await listCodes(database, now) : await listCodesOf(database, readMoment(issued) ?? notIssued(issued), now);
      printList(lines, issued === undefined ? 'No code was issued.' : `No code was issued at ${issued}.`);
    },
  },
  {
    name: 'revoke-codes',
    operands: ['<issued|code|id>'],
    needsReason: true,
    what: 'proposes to end codes that nobody has used yet: all that were issued at one moment, as `codes` lists it, or one by its text or id; their JUF returns to the reward pool',
    plan: planRevocation,
  },
];

function readMoment(typed: string): Date | null {
  return z.iso.datetime().safeParse(typed).success ? new Date(typed) : null;
}

function notIssued(typed: string): never {
  throw new OperatorMistake(`${typed} isn’t a moment as \`codes\` lists it.`);
}

async function planRevocation(database: Database, { operands: [typed = ''] }: PlanInput): Promise<Plan> {
  const moment = readMoment(typed);
  const unused = await findUnused(database, moment ?? typed);
  const [first] = unused;
  if (first === undefined) throw new OperatorMistake('No code that could still be used is meant by that: `codes` lists them.');
  const juf = inTokens(
    unused.reduce((sum, code) => sum + (code.juf ?? 0n), 0n),
    'JUF',
  );
  const count = `${unused.length} ${unused.length === 1 ? 'code' : 'codes'}`;
  const which = moment === null ? first.id : `issued ${moment.toISOString()}`;
  return {
    says: `Revoke ${count} that nobody has used, ${which}: ${juf} JUF return to the reward pool.`,
    // Not the text of a code, which somebody could use.
    ...{ operands: [moment?.toISOString() ?? first.id], options: {} },
    carryOut: async (tx, proposalId) => {
      await tx.execute(sql`select staff.take(${proposalId}, 'revoke-codes')`);
      const ids = unused.map(({ id }) => id);
      if ((await revokeCodes(tx, ids, systemClock())) !== ids.length)
        throw new OperatorMistake('Somebody has just used one of them. Nothing was done; propose it again.');
      return `Revoked ${count}.`;
    },
  };
}

async function planCodes(database: Database, { operands: [typed = ''], options }: PlanInput): Promise<Plan> {
  const count = readWhole(typed, '<count>', MOST_CODES_AT_ONCE);
  const days = readWhole(options['days'] ?? String(DEFAULT_DAYS), '--days', 3_650);
  const { economy } = await createTermsBook().inForce(database);
  const { says: gift, given } = readReward(options, economy);
  return {
    says: `Create ${count} codes that each give ${gift} and expire in ${days} days; whoever has one can use it.`,
    ...{ operands: [String(count)], options: { ...given, days: String(days) } },
    carryOut: async (tx, id) => {
      const codes = await issueApprovedCodes(tx, id, count, systemClock());
      // To standard error, so that the codes can be redirected to a file.
      console.error(`Created ${count} codes that each give ${gift}. They can’t be shown again.`);
      return codes.join('\n');
    },
  };
}

/** What each gives, in words and as it is written down. */
function readReward({ juf, score, role }: PlanInput['options'], { roles }: Economy): { says: string; given: Record<string, string> } {
  if ([juf, score, role].filter((given) => given !== undefined).length !== 1)
    throw new OperatorMistake('Say what each code gives, with one of --juf <amount>, --score <points>, --role <code>.');
  if (juf !== undefined) {
    const amount = inTokens(readTokens(juf, 'JUF'), 'JUF');
    return { says: `${amount} JUF`, given: { juf: amount } };
  }
  if (score !== undefined) {
    const points = String(readWhole(score, '--score', 1_000_000));
    return { says: `${points} points`, given: { score: points } };
  }
  const codes = roles.flatMap(({ code, rank }) => (rank > 0 ? [code] : []));
  const found = codes.find((code) => code === role);
  if (found === undefined) throw new OperatorMistake(`There is no role ${role ?? ''}. Choose one of ${codes.join(', ')}.`);
  return { says: `the role ${found}`, given: { role: found } };
}

function readWhole(typed: string, name: string, most: number): number {
  const number = /^[1-9]\d{0,8}$/.test(typed) ? Number(typed) : Number.NaN;
  if (!(number <= most)) throw new OperatorMistake(`${name} must be a whole number from 1 to ${most}.`);
  return number;
}
