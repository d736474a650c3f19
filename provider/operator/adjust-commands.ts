import { sql } from 'drizzle-orm';
import { toDecimalString } from '../../src/lib/amount.ts';
import { systemClock } from '../../src/lib/clock.ts';
import type { Database, Transaction } from '../db/database.ts';
import { bookAdjustment, type BookedAdjustment, lockAdjustment } from '../deeds/book-adjustment.ts';
import type { Token } from '../ledger/account.ts';
import { tokenDecimals } from '../token-decimals.ts';
import type { Command, Plan, PlanInput } from './command.ts';
import { OperatorMistake } from '../operator-mistake.ts';
import { withDatabase } from './with-database.ts';

const SHOWN = 200;
const DEED = /^0x[0-9a-f]{64}$/i;

export const adjustCommands: readonly Command[] = [
  {
    name: 'deeds',
    operands: [],
    by: ['FINANCE'],
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
    what: 'proposes to book a payment of `deeds`: from the member it went to as far as the balance reaches, the rest as a loss, or all of it as a loss',
    plan: planAdjustment,
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
           '0x' || encode(d.tx_hash, 'hex') as tx, d.burn_number, m.uid, m.id as member_id,
           (select p.id from proposal p where p.command = 'adjust' and p.operands ->> 0 = '0x' || encode(d.contract_id, 'hex') and p.approved_at is null
             order by p.proposed_at limit 1) as proposed
      from unknown_deed d left join member m on m.address = d.recipient
     where d.settled_at is null order by d.block_number, d.contract_id limit ${SHOWN}`);
  return rows;
}

/** One line each, in the format of `deeds` and `audit`. */
export async function describeOpenDeeds(database: Database): Promise<string[]> {
  return (await readOpenDeeds(database)).map(
    (row) => `${describeDeed(row)}${row.proposed === null ? '' : `, proposed as ${row.proposed}`}`,
  );
}

function describeDeed(row: DeedRow): string {
  const whose = row.burn_number !== null ? `batch ${row.burn_number} of burned JU` : row.uid !== null ? `member ${row.uid}` : 'no member';
  return `${row.deed}  block ${row.block}  ${amountOf(row)} to ${row.recipient} (${whose}), ${row.tx}`;
}

function amountOf({ token, amount, token_address: address }: Pick<DeedRow, 'token' | 'amount' | 'token_address'>): string {
  return token === null ? `${amount} units of ${address}` : `${toDecimalString(BigInt(amount), tokenDecimals[token])} ${token}`;
}

async function planAdjustment(database: Database, { operands: [typed = ''], options: { from = 'member' } }: PlanInput): Promise<Plan> {
  if (!DEED.test(typed)) throw new OperatorMistake(`${typed} isn’t a payment: \`deeds\` lists them.`);
  if (from !== 'member' && from !== 'loss') throw new OperatorMistake('--from takes member or loss.');
  const deed = (await readOpenDeeds(database)).find((each) => each.deed === typed.toLowerCase());
  if (deed === undefined) throw new OperatorMistake(`The payment ${typed} is not open: \`deeds\` lists those that are.`);
  if (deed.token === null) throw new OperatorMistake(`The ledger doesn’t know the token ${deed.token_address}, so nothing can be booked.`);
  const memberId = from === 'member' && deed.burn_number === null ? deed.member_id : null;
  if (memberId === null && from === 'member' && deed.burn_number === null)
    throw new OperatorMistake(`${deed.recipient} isn’t a member now. Wait until that address signs in again, or book it with --from loss.`);
  const by =
    memberId === null
      ? deed.burn_number === null
        ? 'as a loss'
        : 'as that batch'
      : `from member ${deed.uid ?? ''} (${memberId}), and as a loss what the balance lacks`;
  return {
    says: `Book the payment ${describeDeed(deed)}, ${by}.`,
    ...{ operands: [deed.deed], options: { from } },
    ...(memberId === null ? {} : { about: memberId }),
    carryOut: async (tx, id) => sayBooking(id, await book(tx, id, deed.deed, memberId)),
  };
}

type Booked = BookedAdjustment & { token: Token };

async function book(tx: Transaction, id: string, deed: string, memberId: string | null): Promise<Booked> {
  const now = systemClock();
  const { rows } = await tx.execute<{ approved_by: string }>(sql`
    with p as (select * from staff.take(${id}, 'adjust')), added as (
      insert into adjustment (id, contract_id, member_id, why, needs_two, proposed_by, proposed_at)
      select p.id, decode(${deed.slice(2)}, 'hex'), ${memberId}::uuid, p.why, true, p.proposed_by, p.proposed_at from p
    )
    select approved_by from p`);
  const adjustment = await lockAdjustment(tx, id);
  if (adjustment === null) throw new Error('an adjustment was written and is not there');
  return { token: adjustment.token, ...(await bookAdjustment(tx, adjustment, rows[0]?.approved_by ?? '', now)) };
}

function sayBooking(id: string, { token, fromMember, lost }: Booked): string {
  const whole = (amount: bigint): string => `${toDecimalString(amount, tokenDecimals[token])} ${token}`;
  const loss = lost === 0n ? '' : `; ${whole(lost)} are a loss, which the treasury bears as far as it can`;
  return `Booked ${id}: ${whole(fromMember)} from the member${loss}.`;
}
