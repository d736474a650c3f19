import { type SQL, sql } from 'drizzle-orm';
import { createWriteStream } from 'node:fs';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { spreadsheetText } from '../../src/lib/spreadsheet-text.ts';
import type { Database, Transaction } from '../db/database.ts';
import { inTransaction } from '../db/in-transaction.ts';
import { liftTimeLimits } from '../db/pool.ts';
import { TOKENS } from '../ledger/account.ts';
import { OperatorMistake } from '../operator-mistake.ts';
import { inTokens } from '../token-amounts.ts';
import type { Command, CommandInput } from './command.ts';
import { isoTime } from './list-what-is-out.ts';

interface ExportTarget {
  format: 'jsonl' | 'csv';
  /** A new file; standard output if absent. */
  file: string | undefined;
}

/** From the first moment up to and without the second. */
interface Period {
  from: string | undefined;
  to: string | undefined;
}

const BATCH = 1_000;

const text = z.string().nullable();

const entryRow = z.looseObject({ token: z.enum(TOKENS), amount: z.string(), fee: z.string(), balanceAfter: z.string() });

const EXPORTS: readonly ExportSource[] = [
  {
    name: 'members',
    columns: ['id', 'uid', 'username', 'address', 'language', 'referralCode', 'referrerId', 'referredAt', 'createdAt', 'blockedAt'],
    rows: (
      where,
    ) => sql`select id::text, uid, username, address, language, referral_code as "referralCode", referrer_id::text as "referrerId",
                     ${isoTime('referred_at')} as "referredAt", ${isoTime('created_at')} as "createdAt", ${isoTime('blocked_at')} as "blockedAt"
                from member where ${where} order by id`,
    present: (row) => z.record(z.string(), text).parse(row),
  },
  {
    name: 'transactions',
    columns: [
      ...['transactionId', 'kind', 'phase', 'resolves', 'occurredAt', 'hash', 'chainHash', 'remark'],
      ...['ordinal', 'account', 'ownerId', 'token', 'amount', 'fee', 'balanceAfter'],
    ],
    occurredAt: sql`t.occurred_at`,
    rows: (
      where,
    ) => sql`select t.id::text as "transactionId", t.kind::text, t.phase::text, t.resolves::text, ${isoTime('t.occurred_at')} as "occurredAt",
                     '0x' || encode(t.hash, 'hex') as hash, '0x' || encode(t.chain_hash, 'hex') as "chainHash", t.remark::text as remark,
                     e.ordinal::text, a.kind::text as account, a.owner_id::text as "ownerId", e.token::text,
                     e.amount::text, e.fee::text, e.balance_after::text as "balanceAfter"
                from ledger_transaction t join ledger_entry e on e.transaction_id = t.id join ledger_account a on a.id = e.account_id
               where ${where} order by t.id, e.ordinal`,
    present: (row) => {
      const { token, amount, fee, balanceAfter } = entryRow.parse(row);
      const whole = (baseUnits: string): string => inTokens(BigInt(baseUnits), token);
      return { ...z.record(z.string(), text).parse(row), amount: whole(amount), fee: whole(fee), balanceAfter: whole(balanceAfter) };
    },
  },
];

export const exportCommands: readonly Command[] = [
  {
    name: 'export',
    operands: ['<members|transactions>'],
    by: ['FINANCE'],
    options: { format: '<jsonl|csv>', out: '<file>', from: '<day|time>', to: '<day|time>' },
    what: 'writes all members, or the entries of transactions, all or from one UTC day or time up to and without another, to standard output or to a new file',
    run: async (input) => {
      const { source, period, target } = readOrder(input);
      const rows = await exportRows(input.database, source, period, target);
      console.error(`Wrote ${rows} rows${target.file === undefined ? '' : ` to ${target.file}`}.`);
    },
  },
];

/** Writes a consistent snapshot in batches, no faster than they are consumed, so that any number of rows fits. Returns how many. */
async function exportRows(database: Database, source: ExportSource, period: Period, target: ExportTarget): Promise<number> {
  let count = 0;
  const write = async (tx: Transaction): Promise<void> => {
    // A slow reader doesn't block other work.
    await liftTimeLimits(tx.$client);
    await tx.execute(sql`declare export no scroll cursor for ${source.rows(within(source, period))}`);
    await pipeline(
      lines(tx, source, target.format, () => (count += 1)),
      openTarget(target),
    );
  };
  try {
    await inTransaction(database, write, { isolation: 'repeatable read', readOnly: true, maxAttempts: 1 });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EEXIST') throw new OperatorMistake(`${target.file ?? ''} exists already: name a new file.`);
    if (code === 'ENOENT' || code === 'EACCES' || code === 'EISDIR') throw new OperatorMistake(`${target.file ?? ''} cannot be written.`);
    // The reader has closed the pipe (`| head`).
    if (code !== 'EPIPE') throw error;
  }
  return count;
}

/** As literals: a cursor's query takes no parameters. */
function within({ occurredAt }: ExportSource, { from, to }: Period): SQL {
  const bounds = [
    ...(from === undefined ? [] : [sql`${occurredAt} >= ${sql.raw(`'${from}'`)}`]),
    ...(to === undefined ? [] : [sql`${occurredAt} < ${sql.raw(`'${to}'`)}`]),
  ];
  return bounds.length === 0 ? sql`true` : sql.join(bounds, sql` and `);
}

function openTarget({ file }: ExportTarget): NodeJS.WritableStream {
  // Members' data must not be readable by others on the machine.
  if (file !== undefined) return createWriteStream(file, { flags: 'wx', mode: 0o600 });
  // The reader may have closed the pipe (`| head`): each write reports that itself; this only keeps the event from ending the process.
  process.stdout.on('error', () => undefined);
  return new Writable({
    write: (chunk: Buffer, _encoding, done) => void process.stdout.write(chunk, done),
  });
}

async function* lines(
  tx: Transaction,
  { columns, present }: ExportSource,
  format: ExportTarget['format'],
  counted: () => void,
): AsyncGenerator<string> {
  if (format === 'csv') yield `${columns.join(',')}\r\n`;
  for (;;) {
    const { rows } = await tx.execute(sql`fetch ${sql.raw(String(BATCH))} from export`);
    for (const row of rows) {
      const values = present(row);
      counted();
      yield format === 'csv' ? `${columns.map((column) => csvField(values[column] ?? '')).join(',')}\r\n` : `${JSON.stringify(values)}\n`;
    }
    if (rows.length < BATCH) return;
  }
}

/** RFC 4180. Text that a spreadsheet would take for a formula gets an apostrophe in front, unless it's a number: members write remarks. */
export function csvField(value: string): string {
  const text = /^-?\d+(\.\d+)?$/.test(value) ? value : spreadsheetText(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

interface ExportSource {
  name: string;
  columns: readonly string[];
  /** `where` bounds the rows by the time in `occurredAt`. */
  rows: (where: SQL) => SQL;
  /** Absent where rows are the state of now. */
  occurredAt?: SQL;
  /** The result of a database row. */
  present: (row: Record<string, unknown>) => Record<string, string | null>;
}

function readOrder({ operands: [name = ''], options: { format = 'jsonl', out, from, to } }: CommandInput) {
  const source = EXPORTS.find((candidate) => candidate.name === name);
  if (source === undefined)
    throw new OperatorMistake(`There is no export of ${name}. Choose one of ${EXPORTS.map((each) => each.name).join(', ')}.`);
  if (format !== 'jsonl' && format !== 'csv') throw new OperatorMistake('--format must be jsonl or csv.');
  const target: ExportTarget = { format, file: out };
  const period = { from: readMoment('--from', from), to: readMoment('--to', to) };
  if (source.occurredAt === undefined && (from !== undefined || to !== undefined))
    throw new OperatorMistake(`--from and --to are for transactions: ${name} are those of now.`);
  if (period.from !== undefined && period.to !== undefined && period.from >= period.to)
    throw new OperatorMistake('--to must be after --from, and is itself no longer in the period.');
  return { source, period, target };
}

/** A day begins at midnight, UTC. */
function readMoment(option: string, typed: string | undefined): string | undefined {
  if (typed === undefined) return undefined;
  const time = z.iso.date().safeParse(typed).success ? `${typed}T00:00:00Z` : typed;
  if (!z.iso.datetime({ offset: true }).safeParse(time).success)
    throw new OperatorMistake(`${option} takes a day like 2026-11-01, or a time like 2026-11-01T12:00:00Z.`);
  return new Date(time).toISOString();
}
