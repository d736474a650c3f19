import { createWriteStream } from 'node:fs';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type SQL, sql } from 'drizzle-orm';
import { spreadsheetText } from '../../src/lib/spreadsheet-text.ts';
import type { Database, Transaction } from '../db/database.ts';
import { inTransaction } from '../db/in-transaction.ts';
import { liftTimeLimits } from '../db/pool.ts';
import type { ExportSource } from './exports.ts';
import { OperatorMistake } from '../operator-mistake.ts';

export interface ExportTarget {
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

/** Writes a consistent snapshot in batches, no faster than they are consumed, so that any number of rows fits. Returns how many. */
export async function exportRows(database: Database, source: ExportSource, period: Period, target: ExportTarget): Promise<number> {
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
