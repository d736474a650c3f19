import type { Economy } from '../economy.ts';
import { pathText } from './parse-terms.ts';

export interface Change {
  path: string;
  before: unknown;
  after: unknown;
}

/** Every value that differs; rows of a table are identified by their code or days, not by position. */
export function listChanges(before: Economy, after: Economy): Change[] {
  return compare([], before, after);
}

function compare(path: readonly PropertyKey[], before: unknown, after: unknown): Change[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  if (isTable(before) && isTable(after)) return compare(path, byName(before), byName(after));
  if (!isRecord(before) || !isRecord(after)) return [{ path: pathText(path), before, after }];
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return keys.flatMap((key) => compare([...path, key], before[key], after[key]));
}

type Row = Record<string, unknown>;

function byName(rows: readonly Row[]): Row {
  return Object.fromEntries(rows.map((row, index) => [nameOf(row, index), row]));
}

function nameOf(row: Row, index: number): string {
  const { code, days } = row;
  if (typeof code === 'string') return code;
  return typeof days === 'number' ? `${days} days` : `row ${index + 1}`;
}

function isTable(value: unknown): value is Row[] {
  return Array.isArray(value) && value.length > 0 && value.every(isRecord);
}

function isRecord(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
