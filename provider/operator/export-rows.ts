import { createWriteStream } from 'node:fs';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { sql } from 'drizzle-orm';
import { spreadsheetText } from '../../src/lib/spreadsheet-text.ts';
import { type Database, type Transaction } from '../db/database.ts';
import { inTransaction } from '../db/in-transaction.ts';
import { type ExportSource } from './exports.ts';
import { OperatorMistake } from './operator-mistake.ts';

export interface ExportTarget {
  format: 'jsonl' | 'csv';
  /** A new one; else the standard output. */
  file: string | undefined;
}

const BATCH = 1_000;

/** Writes what there was at one moment, a batch at a time and no faster than it is taken, so that any number of rows fits. Gives how many. */
export async function exportRows(database: Database, source: ExportSource, target: ExportTarget): Promise<number> {
  let count = 0;
  const write = async (tx: Transaction): Promise<void> => {
    // Whoever reads a page of it at leisure holds nothing up.
    await tx.execute(sql`select set_config('idle_in_transaction_session_timeout', '0', true), set_config('statement_timeout', '0', true)`);
    await tx.execute(sql`declare export no scroll cursor for ${source.rows}`);
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
    // Whoever read has seen enough (`| head`).
    if (code !== 'EPIPE') throw error;
  }
  return count;
}

function openTarget({ file }: ExportTarget): NodeJS.WritableStream {
  // Members' data is for nobody else on the machine.
  if (file !== undefined) return createWriteStream(file, { flags: 'wx', mode: 0o600 });
  // Whoever reads may have seen enough (`| head`): each write says so itself, and this only keeps the same from ending the process.
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

/** RFC 4180. What a spreadsheet would take for a formula and is no number gets an apostrophe before it, for members write remarks. */
function csvField(value: string): string {
  const text = /^-?\d+(\.\d+)?$/.test(value) ? value : spreadsheetText(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
