import { sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import { toDecimalString } from '../../src/lib/amount.ts';
import { systemClock } from '../../src/lib/clock.ts';
import type { Database, Transaction } from '../db/database.ts';
import { inTransaction } from '../db/in-transaction.ts';
import { bookAdjustment, type BookedAdjustment, lockAdjustment } from '../deeds/book-adjustment.ts';
import type { Token } from '../ledger/account.ts';
import { tokenDecimals } from '../token-decimals.ts';
import type { Actor, Command, CommandInput } from './command.ts';
import { OperatorMistake } from '../operator-mistake.ts';
import { approveProceeds, describeProposal, findProposal } from './proceeds-commands.ts';
import { withDatabase } from './with-database.ts';

const SHOWN = 200;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const DEED = /^0x[0-9a-f]{64}$/i;

export const adjustCommands: readonly Command[] = [
  {
    name: 'deeds',
    operands: [],
    what: `lists the vault’s payments that the ledger doesn’t know of after a restore and that aren’t settled yet; the oldest ${SHOWN}`,
    run: async ({ settings: { databaseUrl } }) => {
      const lines = await withDatabase(databaseUrl, describeOpenDeeds);
      for (const line of lines) console.log(line);
      if (lines.length === 0) console.error('The ledger knows of every payment that was found. Run `audit` to compare again.');
    },
  },
  {
    name: 'adjust',
    operands: ['<deed>'],
    options: { from: '<member|loss>' },
    needsReason: true,
    what: 'books a payment of `deeds`: from the member it went to as far as the balance reaches, the rest as a loss, or all of it as a loss; with ADJUST_BY_TWO=on somebody else must `approve` it',
    confirmation: ({ operands: [deed = ''], options: { from = 'member' } }) =>
      `Book the payment ${deed} (from ${from})? This can’t be undone.`,
    run: adjust,
  },
  {
    name: 'approve',
    operands: ['<proposal>'],
    what: 'does what somebody else proposed, as it shows it: an adjustment, or a withdrawal of proceeds',
    confirmation: async ({ settings, operands: [id = ''] }) => {
      const found = UUID.test(id) ? await withDatabase(settings.databaseUrl, (database) => findProposal(database, id)) : null;
      return found === null
        ? `Book adjustment ${id}? This can’t be undone.`
        : `${describeProposal(found)} Approve it? This can’t be undone.`;
    },
    run: approve,
  },
];

type DeedRow = {
  deed: string;
  token: Token | null;
  token_address: string;
  recipient: string;
  amount: string;
  block: string;
  tx: string;
  burn_number: number | null;
  uid: string | null;
  member_id: string | null;
  proposed: string | null;
};

async function readOpenDeeds(database: Database | Transaction): Promise<DeedRow[]> {
  const { rows } = await database.execute<DeedRow>(sql`
    select '0x' || encode(d.contract_id, 'hex') as deed, d.token, d.token_address, d.recipient, d.amount::text, d.block_number::text as block,
           '0x' || encode(d.tx_hash, 'hex') as tx, d.burn_number, m.uid, m.id as member_id, a.id as proposed
      from unknown_deed d left join member m on m.address = d.recipient left join adjustment a on a.contract_id = d.contract_id and a.booked_at is null
     where d.settled_at is null order by d.block_number, d.contract_id limit ${SHOWN}`);
  return rows;
}

/** One line each, in the format of `deeds` and `audit`. */
export async function describeOpenDeeds(database: Database): Promise<string[]> {
  return (await readOpenDeeds(database)).map((row) => {
    const whose = row.burn_number !== null ? `batch ${row.burn_number} of burned JU` : row.uid !== null ? `member ${row.uid}` : 'no member';
    const proposed = row.proposed === null ? '' : `, proposed as ${row.proposed}`;
    return `${row.deed}  block ${row.block}  ${amountOf(row)} to ${row.recipient} (${whose}), ${row.tx}${proposed}`;
  });
}

function amountOf({ token, amount, token_address: address }: Pick<DeedRow, 'token' | 'amount' | 'token_address'>): string {
  return token === null ? `${amount} units of ${address}` : `${toDecimalString(BigInt(amount), tokenDecimals[token])} ${token}`;
}

async function adjust({ settings, operands: [typed = ''], options: { from = 'member' }, actor, why = '' }: CommandInput): Promise<void> {
  if (!DEED.test(typed)) throw new OperatorMistake(`${typed} isn’t a payment: \`deeds\` lists them.`);
  if (from !== 'member' && from !== 'loss') throw new OperatorMistake('--from takes member or loss.');
  const now = systemClock();
  const id = v7({ msecs: now.getTime() });
  await withDatabase(settings.databaseUrl, async (database) => {
    const booked = await inTransaction(database, async (tx) => {
      const deed = (await readOpenDeeds(tx)).find((each) => each.deed === typed.toLowerCase());
      if (deed === undefined) throw new OperatorMistake(`The payment ${typed} is not open: \`deeds\` lists those that are.`);
      if (deed.token === null)
        throw new OperatorMistake(`The ledger doesn’t know the token ${deed.token_address}, so nothing can be booked.`);
      if (deed.proposed !== null) throw new OperatorMistake(`It has already been proposed: \`approve ${deed.proposed}\`.`);
      const memberId = from === 'member' && deed.burn_number === null ? deed.member_id : null;
      if (memberId === null && from === 'member' && deed.burn_number === null)
        throw new OperatorMistake(
          `${deed.recipient} isn’t a member now. Wait until that address signs in again, or book it with --from loss.`,
        );
      await tx.execute(sql`
        insert into adjustment (id, contract_id, member_id, why, needs_two, proposed_by, proposed_at)
        values (${id}, decode(${deed.deed.slice(2)}, 'hex'), ${memberId}, ${why}, ${settings.adjustByTwo}, ${nameOf(actor)}, ${now.toISOString()})`);
      if (settings.adjustByTwo) return null;
      return book(tx, id, actor, now);
    });
    if (booked === null) console.log(`Proposed as ${id}. Somebody else books it: \`npm run provider -- approve ${id}\`.`);
    else printBooking(id, booked);
  });
}

async function approve({ settings, operands: [id = ''], actor }: CommandInput): Promise<void> {
  if (!UUID.test(id)) throw new OperatorMistake(`${id} isn’t a proposal: \`proposals\` and \`deeds\` show them.`);
  await withDatabase(settings.databaseUrl, async (database) => {
    const proposed = await findProposal(database, id);
    if (proposed !== null) return approveProceeds(database, settings, proposed);
    const booked = await inTransaction(database, async (tx) => {
      const { rows } = await tx.execute<{ proposed_by: string; needs_two: boolean }>(
        sql`select proposed_by, needs_two from adjustment where id = ${id}`,
      );
      const [proposal] = rows;
      if (proposal?.needs_two === true && proposal.proposed_by.toLowerCase() === nameOf(actor).toLowerCase())
        throw new OperatorMistake(`${proposal.proposed_by} proposed it, so somebody else must approve it. Nothing was booked.`);
      return book(tx, id, actor, systemClock());
    });
    printBooking(id, booked);
  });
}

type Booked = BookedAdjustment & { token: Token };

async function book(tx: Transaction, id: string, actor: Actor, now: Date): Promise<Booked> {
  const adjustment = await lockAdjustment(tx, id);
  if (adjustment === null) throw new OperatorMistake(`No adjustment ${id} is waiting to be booked.`);
  return { token: adjustment.token, ...(await bookAdjustment(tx, adjustment, nameOf(actor), now)) };
}

function printBooking(id: string, { token, fromMember, lost }: Booked): void {
  const whole = (amount: bigint): string => `${toDecimalString(amount, tokenDecimals[token])} ${token}`;
  const loss = lost === 0n ? '' : `; ${whole(lost)} are a loss, which the treasury bears as far as it can`;
  console.log(`Booked ${id}: ${whole(fromMember)} from the member${loss}.`);
}

function nameOf({ name, osUser }: Actor): string {
  return name ?? osUser;
}
