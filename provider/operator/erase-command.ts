import type { Database, Transaction } from '../db/database.ts';
import { inTransaction } from '../db/in-transaction.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { type Erased, eraseMember, findObstacles } from '../erasure/erase-member.ts';
import { lockAccounts } from '../ledger/post.ts';
import { memberAccount, type Token } from '../ledger/account.ts';
import { createTermsBook } from '../terms/terms-book.ts';
import type { Command, CommandInput } from './command.ts';
import { findMember, MEMBER } from './find-member.ts';
import { OperatorMistake } from '../operator-mistake.ts';
import { withDatabase } from './with-database.ts';

const TOKENS: readonly Token[] = ['JU', 'JUF', 'USDT'];

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

/** Thrown so that the transaction of a dry run is rolled back. */
class OnlyTried extends Error {}

async function erase({ settings, operands: [typed = ''], options }: CommandInput): Promise<void> {
  const isDry = options['dry-run'] !== undefined;
  await withDatabase(settings.databaseUrl, async (database) => {
    const { id, uid, address } = await findMember(database, typed);
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
  });
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
    `the member’s names in ${acts} recorded acts of the operator`,
  ];
}
