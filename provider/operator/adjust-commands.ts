import { sql } from 'drizzle-orm';
import { systemClock } from '../../src/lib/clock.ts';
import { ChainUnavailable } from '../chain-client.ts';
import { createDepositReader, type DepositReader } from '../chain-watch/deposit-reader.ts';
import type { Database, Transaction } from '../db/database.ts';
import { recordAudit } from '../jobs/record-audit.ts';
import { type Token, TOKENS } from '../ledger/account.ts';
import { OperatorMistake } from '../operator-mistake.ts';
import { bookAdjustment, type BookedAdjustment, lockAdjustment } from '../reconciliation/book-adjustment.ts';
import { type ReconciliationSource, recordUnreconciled } from '../reconciliation/unreconciled.ts';
import type { ProviderSettings } from '../settings.ts';
import { describeSolvency, type TokenFigures } from '../solvency/judge-solvency.ts';
import { proveSolvency, type SolvencyProof } from '../solvency/prove-solvency.ts';
import { createVaultView, type VaultView } from '../solvency/vault-view.ts';
import { inTokens } from '../token-amounts.ts';
import type { Command, Plan, PlanInput } from './command.ts';
import { printList } from './list-what-is-out.ts';

const SHOWN = 200;
const PAYMENT_ID = /^0x[0-9a-f]{64}$/i;

export const adjustCommands: readonly Command[] = [
  {
    name: 'unreconciled',
    operands: [],
    by: ['FINANCE'],
    what: `lists the vault’s payments that the ledger doesn’t know of after a restore and that aren’t settled yet; the oldest ${SHOWN}`,
    run: async ({ database }) =>
      printList(await describeUnreconciled(database), 'The ledger knows of every payment that was found. Run `audit` to compare again.'),
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

export const auditCommand: Command = {
  name: 'audit',
  operands: [],
  by: ['FINANCE'],
  options: { only: '<ledger|vault>' },
  what: 'recomputes every balance, checks every rule of the ledger and that all promises are covered, and that the vault holds all that is owed; fails at the first break',
  run: async ({ settings, database, options: { only } }) => {
    if (only !== undefined && only !== 'ledger' && only !== 'vault') throw new OperatorMistake('--only takes ledger or vault.');
    const isSound = (only === 'vault' || (await auditBooks(database))) && (only === 'ledger' || (await auditVault(database, settings)));
    if (!isSound) process.exitCode = 1;
  },
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
async function describeUnreconciled(database: Database): Promise<string[]> {
  return (await readUnreconciled(database)).map(
    (row) => `${describePayment(row)}${row.proposed === null ? '' : `, proposed as ${row.proposed}`}`,
  );
}

function describePayment(row: PaymentRow): string {
  const whose = row.burn_number !== null ? `batch ${row.burn_number} of burned JU` : row.uid !== null ? `member ${row.uid}` : 'no member';
  return `${row.payment}  block ${row.block}  ${amountOf(row)} to ${row.recipient} (${whose}), ${row.tx}`;
}

function amountOf({ token, amount, token_address: address }: Pick<PaymentRow, 'token' | 'amount' | 'token_address'>): string {
  return token === null ? `${amount} units of ${address}` : `${inTokens(BigInt(amount), token)} ${token}`;
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
  const whole = (amount: bigint): string => `${inTokens(amount, token)} ${token}`;
  const loss = lost === 0n ? '' : `; ${whole(lost)} are a loss, which the treasury bears as far as it can`;
  return `Booked ${id}: ${whole(fromMember)} from the member${loss}.`;
}

async function auditBooks(database: Database): Promise<boolean> {
  const report = await recordAudit(database, systemClock());
  if (!report.sound) {
    console.error(`The ledger is broken. It is not true that ${report.firstBreak.says} (${report.firstBreak.code}).`);
    console.error(JSON.stringify(report.firstBreak.detail, null, 2));
    return false;
  }
  const { transactions, entries, accounts, uncoveredLoss } = report.figures;
  console.log(`The ledger is sound: ${transactions} transactions, ${entries} entries, ${accounts} accounts.`);
  for (const token of TOKENS.filter((each) => uncoveredLoss[each] > 0n))
    console.log(`The vault lacks ${inTokens(uncoveredLoss[token], token)} ${token}: a loss that nobody has covered yet.`);
  return true;
}

async function auditVault(database: Database, { vault, chainRpcUrl: rpcUrl }: ProviderSettings): Promise<boolean> {
  if (vault === undefined) {
    console.log('No vault is configured: there is nothing on a chain to compare the ledger with.');
    return true;
  }
  const source = { rpcUrl, vault };
  const isKnown = await compareWithChain(database, source);
  const proof = isKnown === null ? null : await tryToProve(database, createVaultView(source), createDepositReader(source));
  if (proof === null || isKnown === null) return false;
  const { block, firstBreak } = proof;
  console.log(`The vault ${vault.address} as of block ${block.number} (${block.hash}):`);
  const figures = describeSolvency(proof);
  for (const token of TOKENS) console.log(`  ${token}: ${describe(figures[token])}`);
  if (firstBreak === null) {
    console.log('It holds all that is owed.');
    return isKnown;
  }
  const { says, code, token, lacks } = firstBreak;
  console.error(`The vault falls short. It is not true that ${says} (${code}): ${inTokens(lacks, token)} ${token} are missing.`);
  return false;
}

/** Whether the ledger knows everything that the vault has paid; `null` if the chain doesn't answer. */
async function compareWithChain(database: Database, source: ReconciliationSource): Promise<boolean | null> {
  const found = await orUnproved(recordUnreconciled(database, source, systemClock()));
  if (found === null) return null;
  const open = await describeUnreconciled(database);
  if (open.length === 0) return true;
  console.error(
    'The vault has made payments that the ledger doesn’t know of. Nothing more is paid until each is settled with `adjust <payment>`:',
  );
  for (const line of open) console.error(`  ${line}`);
  return false;
}

function tryToProve(database: Database, view: VaultView, reader: DepositReader): Promise<SolvencyProof | null> {
  return orUnproved(proveSolvency(database, view, systemClock(), (from, to) => reader.deposits(from, to)));
}

async function orUnproved<Proved>(proving: Promise<Proved>): Promise<Proved | null> {
  try {
    return await proving;
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
    console.error(
      `The vault could not be checked: the chain’s node does not answer, or doesn’t have the block in question. ${error.message}`,
    );
    return null;
  }
}

function describe({ vault, notMinted, owed, owedInAll, withdrawn = '0' }: TokenFigures): string {
  const minted = notMinted === '0' ? '' : ` (and ${notMinted} sold, to be minted)`;
  const parts = Object.entries(owed).filter(([, amount]) => amount !== '0');
  const owedTo = parts.length === 0 ? '' : ` (${parts.map(([to, amount]) => `${to} ${amount}`).join(', ')})`;
  const taken = withdrawn === '0' ? '' : `; ${withdrawn} of proceeds were withdrawn`;
  return `holds ${vault}${minted}, owes ${owedInAll}${owedTo}${taken}`;
}
