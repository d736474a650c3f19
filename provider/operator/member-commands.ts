import { eq, sql } from 'drizzle-orm';
import { systemClock } from '../../src/lib/clock.ts';
import type { Database, Transaction } from '../db/database.ts';
import { inTransaction } from '../db/in-transaction.ts';
import { type Erased, eraseMember, findObstacles } from '../erasure/erase-member.ts';
import { Refusal } from '../http/refusal.ts';
import { memberAccount, TOKENS } from '../ledger/account.ts';
import { lockAccounts } from '../ledger/post.ts';
import { member } from '../modules/account/schema.ts';
import { endAllSessions } from '../modules/account/sessions.ts';
import { undoReferBy } from '../modules/profile/refer-by.ts';
import { OperatorMistake } from '../operator-mistake.ts';
import { createToken, hashSecret } from '../secrets.ts';
import { createTermsBook } from '../terms/terms-book.ts';
import type { Command, CommandInput, Plan, PlanInput } from './command.ts';
import { findMember, MEMBER, memberOf } from './find-member.ts';
import { listBlocked, printList } from './list-what-is-out.ts';

export const memberCommands: readonly Command[] = [
  {
    name: 'login-link',
    operands: [MEMBER],
    by: ['SUPPORT'],
    needsReason: true,
    what: 'proposes a link that signs this member in, once; whoever approves it gets it, to be opened within 10 minutes',
    plan: planLink,
  },
  {
    name: 'block',
    operands: [MEMBER],
    by: ['SUPPORT'],
    needsReason: true,
    what: 'ends all sessions and login links of a member, and prevents new ones',
    confirmation: ({ operands: [typed = ''] }) => `Block ${typed}? The member can’t do anything until unblocked.`,
    run: (input) => setBlocked(input, systemClock()),
  },
  {
    name: 'unblock',
    operands: [MEMBER],
    by: ['SUPPORT'],
    needsReason: true,
    what: 'lets a blocked member sign in again',
    run: (input) => setBlocked(input, null),
  },
  {
    name: 'blocked',
    operands: [],
    by: ['SUPPORT'],
    what: 'lists the members who are blocked, since when, by whom and why; the newest 200',
    run: async ({ database }) => printList(await listBlocked(database), 'Nobody is blocked.'),
  },
  {
    name: 'end-sessions',
    operands: [MEMBER],
    by: ['SUPPORT'],
    needsReason: true,
    what: 'ends all sessions and login links of a member, who can sign in again at once',
    run: endSessions,
  },
  {
    name: 'undo-referrer',
    operands: [MEMBER],
    needsReason: true,
    what: 'undoes the referrer that a member named in the last 24 hours, and cancels the bonuses held for it',
    confirmation: ({ operands: [typed = ''] }) => `Undo the referrer of ${typed}? The bonuses held for it are cancelled.`,
    run: undoReferrer,
  },
];

export const eraseCommand: Command = {
  name: 'erase',
  operands: [MEMBER],
  flags: ['dry-run'],
  needsReason: true,
  what: 'permanently erases what identifies a member; the address and all figures stay. Refused while the member has money here; --dry-run shows what would be erased',
  confirmation: ({ operands: [typed = ''], options }) =>
    options['dry-run'] === undefined ? `Erase ${typed}? This can’t be undone, except from a backup.` : null,
  run: erase,
};

async function planLink(database: Database, { settings: { siteUrl }, operands: [typed = ''] }: PlanInput): Promise<Plan> {
  const { id, uid, address } = await findMember(database, typed);
  return {
    says: `Make a link with which whoever opens it first signs in as member ${uid} (${address}, ${id}).`,
    ...{ operands: [id], options: {}, about: id },
    carryOut: async (tx, proposalId) => {
      const token = createToken();
      await tx.execute(sql`select staff.login_link(${proposalId}, ${hashSecret(token)})`);
      return `${siteUrl}/home?token=${token}\nWhoever opens this link first can sign in as this member. It works once and must be opened within 10 minutes.`;
    },
  };
}

async function undoReferrer(input: CommandInput): Promise<void> {
  const { database } = input;
  const { id, uid, address } = await memberOf(input);
  await undoReferBy({ database, clock: systemClock }, id).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
    throw new OperatorMistake(`Member ${uid} has no referrer that can still be undone: nothing was changed.`, { cause: error });
  });
  console.log(`Member ${uid} (${address}) has no referrer any more; the bonuses held for it are cancelled.`);
}

/** A sign-in concurrent with the blocking may still have begun a session, which unblocking must not revive: so both commands end all sessions. */
async function setBlocked(input: CommandInput, blockedAt: Date | null): Promise<void> {
  const { database } = input;
  const { id, uid, address } = await memberOf(input);
  const ended = await inTransaction(database, async (tx) => {
    await tx.update(member).set({ blockedAt }).where(eq(member.id, id));
    return endAllSessions(tx, id);
  });
  const state = blockedAt === null ? 'able to sign in' : `blocked; ${ended} sessions and links were ended`;
  console.log(`Member ${uid} (${address}) is ${state}.`);
}

async function endSessions(input: CommandInput): Promise<void> {
  const { database } = input;
  const { id, uid, address } = await memberOf(input);
  const ended = await inTransaction(database, (tx) => endAllSessions(tx, id));
  console.log(`Ended ${ended} sessions and links of member ${uid} (${address}).`);
}

/** Thrown so that the transaction of a dry run is rolled back. */
class OnlyTried extends Error {}

async function erase(input: CommandInput): Promise<void> {
  const isDry = input.options['dry-run'] !== undefined;
  const { database } = input;
  const { id, uid, address } = await memberOf(input);
  const { economy } = await createTermsBook().inForce(database);
  const erased = await eraseOrRollBack(database, isDry, async (tx) => {
    await lockAccounts(
      tx,
      TOKENS.flatMap((token) => (['AVAILABLE', 'LOCKED'] as const).map((kind) => ({ account: memberAccount(kind, id), token }))),
    );
    const obstacles = await findObstacles(tx, { id, address }, economy.transfer.minimum);
    if (obstacles.length > 0)
      throw new OperatorMistake(
        `Nothing was erased: member ${uid} (${address}) still has\n${obstacles.map((each) => `  ${each}`).join('\n')}`,
      );
    return eraseMember(tx, id, systemClock());
  });
  console.log(
    isDry
      ? `Nothing was erased. For member ${uid} (${address}), this would erase:`
      : `Member ${uid} (${address}) is now ju-${erased.uid}. Erased:`,
  );
  for (const line of describe(erased)) console.log(`  ${line}`);
  console.log('The address, the ledger’s figures, purchases, stakes, votes and places in teams stay.');
}

async function eraseOrRollBack(database: Database, isDry: boolean, run: (tx: Transaction) => Promise<Erased>): Promise<Erased> {
  let erased: Erased | undefined;
  try {
    await inTransaction(database, async (tx) => {
      erased = await run(tx);
      if (isDry) throw new OnlyTried();
    });
  } catch (error) {
    if (!(error instanceof OnlyTried)) throw error;
  }
  if (erased === undefined) throw new Error('the transaction ended without a result');
  return erased;
}

function describe({ names, sessions, remarks, answers, acts }: Erased): string[] {
  return [
    `${names} usernames and uids, whose digests stay so that nobody else can take them`,
    'the invitation code, the picture and the language',
    `${sessions} sessions and login links`,
    `${remarks} remarks on transfers the member sent`,
    `${answers} stored answers of calls`,
    `the member’s names in ${acts} recorded acts and proposals of the operator`,
  ];
}
