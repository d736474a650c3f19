import { eq } from 'drizzle-orm';
import { systemClock } from '../../src/lib/clock.ts';
import { inTransaction } from '../db/in-transaction.ts';
import { Refusal } from '../http/refusal.ts';
import { beginSession, endAllSessions } from '../modules/account/sessions.ts';
import { member } from '../modules/account/schema.ts';
import { undoReferBy } from '../modules/profile/refer-by.ts';
import type { Command, CommandInput } from './command.ts';
import { findMember, MEMBER } from './find-member.ts';
import { OperatorMistake } from '../operator-mistake.ts';
import { withDatabase } from './with-database.ts';

export const memberCommands: readonly Command[] = [
  {
    name: 'login-link',
    operands: [MEMBER],
    what: 'creates a link that signs this member in, once, to be opened within 10 minutes',
    run: async ({ settings: { databaseUrl, siteUrl }, operands: [typed = ''] }) => {
      const token = await withDatabase(databaseUrl, async (database) => {
        const { id } = await findMember(database, typed);
        return (await beginSession(database, systemClock(), id, 'LINK')).token;
      });
      console.log(`${siteUrl}/home?token=${token}`);
      console.log('Whoever opens this link first can sign in as this member. It works once and must be opened within 10 minutes.');
    },
  },
  {
    name: 'block',
    operands: [MEMBER],
    what: 'ends all sessions and login links of a member, and prevents new ones',
    confirmation: ({ operands: [typed = ''] }) => `Block ${typed}? The member can’t do anything until unblocked.`,
    run: (input) => setBlocked(input, systemClock()),
  },
  {
    name: 'unblock',
    operands: [MEMBER],
    what: 'lets a blocked member sign in again',
    run: (input) => setBlocked(input, null),
  },
  {
    name: 'end-sessions',
    operands: [MEMBER],
    what: 'ends all sessions and login links of a member, who can sign in again at once',
    run: endSessions,
  },
  {
    name: 'undo-referrer',
    operands: [MEMBER],
    what: 'undoes the referrer that a member named in the last 24 hours, and cancels the bonuses held for it',
    confirmation: ({ operands: [typed = ''] }) => `Undo the referrer of ${typed}? The bonuses held for it are cancelled.`,
    run: undoReferrer,
  },
];

async function undoReferrer({ settings, operands: [typed = ''] }: CommandInput): Promise<void> {
  await withDatabase(settings.databaseUrl, async (database) => {
    const { id, uid, address } = await findMember(database, typed);
    await undoReferBy({ database, clock: systemClock }, id).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
      throw new OperatorMistake(`Member ${uid} has no referrer that can still be undone: nothing was changed.`, { cause: error });
    });
    console.log(`Member ${uid} (${address}) has no referrer any more; the bonuses held for it are cancelled.`);
  });
}

/** A sign-in concurrent with the blocking may still have begun a session, which unblocking must not revive: so both commands end all sessions. */
async function setBlocked({ settings, operands: [typed = ''] }: CommandInput, blockedAt: Date | null): Promise<void> {
  await withDatabase(settings.databaseUrl, async (database) => {
    const { id, uid, address } = await findMember(database, typed);
    const ended = await inTransaction(database, async (tx) => {
      await tx.update(member).set({ blockedAt }).where(eq(member.id, id));
      return endAllSessions(tx, id);
    });
    const state = blockedAt === null ? 'able to sign in' : `blocked; ${ended} sessions and links were ended`;
    console.log(`Member ${uid} (${address}) is ${state}.`);
  });
}

async function endSessions({ settings, operands: [typed = ''] }: CommandInput): Promise<void> {
  await withDatabase(settings.databaseUrl, async (database) => {
    const { id, uid, address } = await findMember(database, typed);
    const ended = await inTransaction(database, (tx) => endAllSessions(tx, id));
    console.log(`Ended ${ended} sessions and links of member ${uid} (${address}).`);
  });
}
