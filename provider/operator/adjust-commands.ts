import { sql } from 'drizzle-orm';
import { toDecimalString } from '../../src/lib/amount.ts';
import { systemClock } from '../../src/lib/clock.ts';
import type { Database, Transaction } from '../db/database.ts';
import { bookAdjustment, type BookedAdjustment, lockAdjustment } from '../reconciliation/book-adjustment.ts';
import type { Token } from '../ledger/account.ts';
import { tokenDecimals } from '../token-decimals.ts';
import type { Command, Plan, PlanInput } from './command.ts';
import { OperatorMistake } from '../operator-mistake.ts';
import { withDatabase } from './with-database.ts';

const SHOWN = 200;
const PAYMENT_ID = /^0x[0-9a-f]{64}$/i;

export const adjustCommands: readonly Command[] = [
  {
    name: 'unreconciled',
    operands: [],
    by: ['FINANCE'],
    what: `lists the vault’s payments that the ledger doesn’t know of after a restore and that aren’t settled yet; the oldest ${SHOWN}`,
    run: async ({ settings: { databaseUrl } }) => {
      const lines = await withDatabase(databaseUrl, describeUnreconciled);
      for (const line of lines) console.log(line);
      if (lines.length === 0) console.error('The ledger knows of every payment that was found. Run `audit` to compare again.');
    },
  },
  {
    name: 'adjust',
    operands: ['<payment>'],
    options: { from: '<member|loss>' },
    needsReason: true,
    what: 'proposes to book a payment of `unreconciled`: from the member it went to as far as the balance reaches, the rest as a loss, or all of it as a loss',
    plan: planAdjustment,
  },
];

type PaymentRow = {
  payment: string;
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

async function readUnreconciled(database: Database | Transaction): Promise<PaymentRow[]> {
  const { rows } = await database.execute<PaymentRow>(sql`
    select '0x' || encode(d.contract_id, 'hex') as payment, d.token, d.token_address, d.recipient, d.amount::text, d.block_number::text as block,
           '0x' || encode(d.tx_hash, 'hex') as tx, d.burn_number, m.uid, m.id as member_id,
           (select p.id from proposal p where p.command = 'adjust' and p.operands ->> 0 = '0x' || encode(d.contract_id, 'hex') and p.approved_at is null
             order by p.proposed_at limit 1) as proposed
      from unknown_deed d left join member m on m.address = d.recipient
     where d.settled_at is null order by d.block_number, d.contract_id limit ${SHOWN}`);
  return rows;
}

/** One line each, in the format of `unreconciled` and `audit`. */
export async function describeUnreconciled(database: Database): Promise<string[]> {
  return (await readUnreconciled(database)).map(
    (row) => `${describePayment(row)}${row.proposed === null ? '' : `, proposed as ${row.proposed}`}`,
  );
}

function describePayment(row: PaymentRow): string {
  const whose = row.burn_number !== null ? `batch ${row.burn_number} of burned JU` : row.uid !== null ? `member ${row.uid}` : 'no member';
  return `${row.payment}  block ${row.block}  ${amountOf(row)} to ${row.recipient} (${whose}), ${row.tx}`;
}

function amountOf({ token, amount, token_address: address }: Pick<PaymentRow, 'token' | 'amount' | 'token_address'>): string {
  return token === null ? `${amount} units of ${address}` : `${toDecimalString(BigInt(amount), tokenDecimals[token])} ${token}`;
}

async function planAdjustment(database: Database, { operands: [typed = ''], options: { from = 'member' } }: PlanInput): Promise<Plan> {
  if (!PAYMENT_ID.test(typed)) throw new OperatorMistake(`${typed} isn’t a payment: \`unreconciled\` lists them.`);
  if (from !== 'member' && from !== 'loss') throw new OperatorMistake('--from takes member or loss.');
  const payment = (await readUnreconciled(database)).find((each) => each.payment === typed.toLowerCase());
  if (payment === undefined) throw new OperatorMistake(`The payment ${typed} is not open: \`unreconciled\` lists those that are.`);
  if (payment.token === null)
    throw new OperatorMistake(`The ledger doesn’t know the token ${payment.token_address}, so nothing can be booked.`);
  const memberId = from === 'member' && payment.burn_number === null ? payment.member_id : null;
  if (memberId === null && from === 'member' && payment.burn_number === null)
    throw new OperatorMistake(
      `${payment.recipient} isn’t a member now. Wait until that address signs in again, or book it with --from loss.`,
    );
  const by =
    memberId === null
      ? payment.burn_number === null
        ? 'as a loss'
        : 'as that batch'
      : `from member ${payment.uid ?? ''} (${memberId}), and as a loss what the balance lacks`;
  return {
    says: `Book the payment ${describePayment(payment)}, ${by}.`,
    ...{ operands: [payment.payment], options: { from } },
    ...(memberId === null ? {} : { about: memberId }),
    carryOut: async (tx, id) => sayBooking(id, await book(tx, id, payment.payment, memberId)),
  };
}

type Booked = BookedAdjustment & { token: Token };

async function book(tx: Transaction, id: string, payment: string, memberId: string | null): Promise<Booked> {
  const now = systemClock();
  const { rows } = await tx.execute<{ approved_by: string }>(sql`
    with p as (select * from staff.take(${id}, 'adjust')), added as (
      insert into adjustment (id, contract_id, member_id, why, needs_two, proposed_by, proposed_at)
      select p.id, decode(${payment.slice(2)}, 'hex'), ${memberId}::uuid, p.why, true, p.proposed_by, p.proposed_at from p
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
