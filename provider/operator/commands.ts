import { eq } from 'drizzle-orm';
import { systemClock } from '../../src/lib/clock.ts';
import { inTransaction } from '../db/in-transaction.ts';
import { migrate } from '../db/migrate.ts';
import { auditLedger } from '../ledger/audit.ts';
import { member } from '../modules/account/schema.ts';
import { beginSession } from '../modules/account/sessions.ts';
import { moveAnnouncement, publishAnnouncement, withdrawAnnouncement } from '../modules/dashboard/publish-announcement.ts';
import { readAnnouncementFolder } from '../modules/dashboard/read-announcement-folder.ts';
import { promises } from '../modules/promises.ts';
import { type ProviderSettings } from '../settings.ts';
import { findMember } from './find-member.ts';
import { OperatorMistake } from './operator-mistake.ts';
import { withDatabase } from './with-database.ts';

export interface Command {
  name: string;
  operands: readonly string[];
  what: string;
  run: (settings: ProviderSettings, operands: readonly string[]) => Promise<void>;
}

const LOGIN_LINK_MS = 10 * 60_000;

/** What an operator can do. Each says what it did. */
export const commands: readonly Command[] = [
  {
    name: 'migrate',
    operands: [],
    what: 'brings the database to this version',
    run: async ({ databaseUrl }) => {
      const applied = await migrate(databaseUrl);
      console.log(applied.length === 0 ? 'The database was up to date.' : `Applied ${applied.join(', ')}.`);
    },
  },
  {
    name: 'login-link',
    operands: ['<address>'],
    what: 'a link that signs this member in, to be first used within 10 minutes',
    run: async ({ databaseUrl, siteUrl }, [address = '']) => {
      const token = await withDatabase(databaseUrl, async (database) => {
        const { id } = await findMember(database, address);
        return (await beginSession(database, systemClock(), id, LOGIN_LINK_MS)).token;
      });
      console.log(`${siteUrl}/home?token=${token}`);
      console.log('Whoever has this link is signed in as this member. It must be first used within 10 minutes.');
    },
  },
  {
    name: 'publish',
    operands: ['<folder>'],
    what: 'publishes an announcement: announcement.json and one {language}.md a language; again to change it',
    run: async ({ databaseUrl }, [folder = '']) => {
      const draft = await readAnnouncementFolder(folder).catch((cause: unknown) => {
        throw new OperatorMistake(`The folder ${folder} holds no announcement: ${cause instanceof Error ? cause.message : String(cause)}`);
      });
      const { isNew } = await withDatabase(databaseUrl, (database) =>
        inTransaction(database, (tx) => publishAnnouncement(tx, draft, systemClock())),
      );
      const languages = Object.keys(draft.texts).join(', ');
      console.log(`${isNew ? 'Published' : 'Changed'} /announcements/${draft.slug} in ${languages}.`);
    },
  },
  {
    name: 'move',
    operands: ['<slug>', '<new-slug>'],
    what: 'gives an announcement a new address; the old one leads to it',
    run: async ({ databaseUrl }, [from = '', to = '']) => {
      await withDatabase(databaseUrl, (database) => inTransaction(database, (tx) => moveAnnouncement(tx, from, to)));
      console.log(`/announcements/${from} now leads to /announcements/${to}.`);
    },
  },
  {
    name: 'withdraw',
    operands: ['<slug>'],
    what: 'takes an announcement back; its address says that it is gone',
    run: async ({ databaseUrl }, [slug = '']) => {
      await withDatabase(databaseUrl, (database) => inTransaction(database, (tx) => withdrawAnnouncement(tx, slug, systemClock())));
      console.log(`/announcements/${slug} is gone. Publishing it again brings it back.`);
    },
  },
  {
    name: 'block',
    operands: ['<address>'],
    what: 'ends a member’s sessions and lets no new ones begin',
    run: (settings, operands) => setBlocked(settings, operands, systemClock()),
  },
  {
    name: 'unblock',
    operands: ['<address>'],
    what: 'lets a blocked member sign in again',
    run: (settings, operands) => setBlocked(settings, operands, null),
  },
  {
    name: 'audit',
    operands: [],
    what: 'recomputes every balance, checks every rule of the ledger and that all promises are covered; fails on the first break',
    run: async ({ databaseUrl }) => {
      const report = await withDatabase(databaseUrl, (database) => auditLedger(database, promises));
      if (report.sound) {
        const { transactions, entries, accounts } = report.figures;
        console.log(`The ledger is sound: ${transactions} transactions, ${entries} entries, ${accounts} accounts.`);
        return;
      }
      console.error(`The ledger is broken: not so that ${report.firstBreak.says} (${report.firstBreak.code}).`);
      console.error(JSON.stringify(report.firstBreak.detail, null, 2));
      process.exitCode = 1;
    },
  },
];

async function setBlocked({ databaseUrl }: ProviderSettings, [address = '']: readonly string[], blockedAt: Date | null): Promise<void> {
  await withDatabase(databaseUrl, async (database) => {
    const { id, uid } = await findMember(database, address);
    await database.update(member).set({ blockedAt }).where(eq(member.id, id));
    console.log(`Member ${uid} (${address}) is ${blockedAt === null ? 'free to sign in' : 'blocked'}.`);
  });
}
