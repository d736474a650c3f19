import { eq } from 'drizzle-orm';
import { systemClock } from '../../src/lib/clock.ts';
import { member } from '../modules/account/schema.ts';
import { beginSession } from '../modules/account/sessions.ts';
import { type Command, type CommandInput } from './command.ts';
import { findMember } from './find-member.ts';
import { withDatabase } from './with-database.ts';

const LOGIN_LINK_MS = 10 * 60_000;

export const memberCommands: readonly Command[] = [
  {
    name: 'login-link',
    operands: ['<address>'],
    what: 'a link that signs this member in, to be first used within 10 minutes',
    run: async ({ settings: { databaseUrl, siteUrl }, operands: [address = ''] }) => {
      const token = await withDatabase(databaseUrl, async (database) => {
        const { id } = await findMember(database, address);
        return (await beginSession(database, systemClock(), id, LOGIN_LINK_MS)).token;
      });
      console.log(`${siteUrl}/home?token=${token}`);
      console.log('Whoever has this link is signed in as this member. It must be first used within 10 minutes.');
    },
  },
  {
    name: 'block',
    operands: ['<address>'],
    what: 'ends a member’s sessions and lets no new ones begin',
    asks: ({ operands: [address = ''] }) => `Block ${address}? The member can do nothing until unblocked.`,
    run: (input) => setBlocked(input, systemClock()),
  },
  {
    name: 'unblock',
    operands: ['<address>'],
    what: 'lets a blocked member sign in again',
    run: (input) => setBlocked(input, null),
  },
];

async function setBlocked({ settings, operands: [address = ''] }: CommandInput, blockedAt: Date | null): Promise<void> {
  await withDatabase(settings.databaseUrl, async (database) => {
    const { id, uid } = await findMember(database, address);
    await database.update(member).set({ blockedAt }).where(eq(member.id, id));
    console.log(`Member ${uid} (${address}) is ${blockedAt === null ? 'free to sign in' : 'blocked'}.`);
  });
}
