import type { CallDefinition } from '../../src/lib/api/contract/define-call.ts';
import type { z } from '../../src/lib/api/contract/zod.ts';
import { findUnstorableText } from './find-unstorable-text.ts';
import { readJson } from './read-json.ts';
import { readQuery } from './read-query.ts';
import { Refusal } from './refusal.ts';

export interface Input {
  query: unknown;
  body: unknown;
}

/** Parses the input as the contract defines it, or refuses it with a reason per field. */
export function validateInput(call: CallDefinition, search: string, bytes: Uint8Array): Input {
  const query = call.query === undefined ? {} : check(call.query, readQuery(search));
  const body = call.body === undefined ? {} : check(call.body, parseBody(bytes));
  return { query, body };
}

function parseBody(bytes: Uint8Array): unknown {
  if (bytes.length === 0) return {};
  const reading = readJson(bytes);
  if (!reading.ok) throw refuse({ body: reading.reason });
  return reading.value;
}

function check(schema: z.ZodMiniObject, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw refuse({ body: 'TYPE' });
  const unstorable = findUnstorableText(value);
  if (unstorable !== null) throw refuse({ [unstorable === '' ? 'body' : unstorable]: 'TEXT' });
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw refuse(Object.fromEntries(result.error.issues.flatMap((issue) => explain(issue, value))));
}

function refuse(fields: Record<string, string>): Refusal {
  return new Refusal('VALIDATION_FAILED', { detail: { fields } });
}

type Issue = z.core.$ZodIssue;

function explain(issue: Issue, value: unknown): [string, string][] {
  const path = issue.path.map(String);
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => [[...path, key].join('.'), 'UNKNOWN']);
  const name = path.join('.');
  return [[name === '' ? 'body' : name, reasonOf(issue, isMissing(value, path))]];
}

function reasonOf(issue: Issue, missing: boolean): string {
  if (missing) return 'REQUIRED';
  switch (issue.code) {
    case 'invalid_type':
      return 'TYPE';
    case 'invalid_format':
      return 'FORMAT';
    case 'too_small':
      return 'TOO_SMALL';
    case 'too_big':
      return 'TOO_BIG';
    case 'invalid_value':
      return 'VALUE';
    case 'custom':
      return /^[A-Z_]+$/.test(issue.message) ? issue.message : 'INVALID';
    default:
      return 'INVALID';
  }
}

function isMissing(value: unknown, path: readonly string[]): boolean {
  let inner = value;
  for (const key of path) {
    if (typeof inner !== 'object' || inner === null || !Object.hasOwn(inner, key)) return true;
    inner = (inner as Record<string, unknown>)[key];
  }
  return false;
}
