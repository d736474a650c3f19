import type { CallDefinition } from '../../src/lib/api/contract/define-call.ts';
import type { z } from '../../src/lib/api/contract/zod.ts';
import { Refusal } from './refusal.ts';
import { withDeadline } from './with-deadline.ts';

const MAX_BYTES = 16 * 1_024;
/** Less than the whole call's deadline: a body that doesn't arrive is the client's fault, not ours. */
const PATIENCE_MS = 10_000;
const JSON_TYPE = /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?;?$/i;

/** The request body's bytes, after checking its type and size. */
export async function readBody(request: Request, patienceMs = PATIENCE_MS): Promise<Uint8Array> {
  const declared = request.headers.get('content-length');
  const contentType = request.headers.get('content-type');
  const encoding = request.headers.get('content-encoding');
  if (contentType !== null && !JSON_TYPE.test(contentType.trim())) throw new Refusal('CONTENT_TYPE_UNSUPPORTED');
  if (encoding !== null && encoding.toLowerCase() !== 'identity') throw new Refusal('CONTENT_TYPE_UNSUPPORTED');
  if (declared !== null && Number(declared) > MAX_BYTES) throw new Refusal('BODY_TOO_LARGE');
  const bytes = declared === null ? await collect(request, patienceMs) : await readWithin(request, patienceMs);
  if (bytes.length > MAX_BYTES) throw new Refusal('BODY_TOO_LARGE');
  if (bytes.length > 0 && contentType === null) throw new Refusal('CONTENT_TYPE_UNSUPPORTED');
  return bytes;
}

/** HTTP enforces a declared length (RFC 9112, section 6.3), so this needs neither a count nor a stream. */
async function readWithin(request: Request, patienceMs: number): Promise<Uint8Array> {
  try {
    return new Uint8Array(await withDeadline(request.arrayBuffer(), patienceMs));
  } catch (cause) {
    throw incomplete(cause);
  }
}

/** Counts while reading, since no length was declared. */
async function collect(request: Request, patienceMs: number): Promise<Uint8Array> {
  if (request.body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader: ReadableStreamDefaultReader<Uint8Array> = request.body.getReader();
  const tooLate = AbortSignal.timeout(patienceMs);
  for (;;) {
    const chunk = await readChunk(reader, tooLate);
    if (chunk === null) return Buffer.concat(chunks);
    length += chunk.length;
    if (length > MAX_BYTES) {
      await reader.cancel().catch(() => undefined);
      throw new Refusal('BODY_TOO_LARGE');
    }
    chunks.push(chunk);
  }
}

async function readChunk(reader: ReadableStreamDefaultReader<Uint8Array>, tooLate: AbortSignal): Promise<Uint8Array | null> {
  const giveUp = (): void => void reader.cancel().catch(() => undefined);
  tooLate.addEventListener('abort', giveUp, { once: true });
  try {
    const { done, value } = await reader.read();
    // A cancelled reader reports the body as done.
    if (tooLate.aborted) throw new Error('the body did not come in time');
    return done ? null : value;
  } catch (cause) {
    throw incomplete(cause);
  } finally {
    tooLate.removeEventListener('abort', giveUp);
  }
}

/** The client left, or stalled, in the middle of its body; that must not count as our error. */
function incomplete(cause: unknown): Refusal {
  return new Refusal('VALIDATION_FAILED', { detail: { fields: { body: 'INCOMPLETE' } }, cause });
}

interface Input {
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

/**
 * Parses a query string. Unlike URLSearchParams, which accepts broken escapes and keeps one of two values, it refuses the call unless each
 * name has one, correctly encoded value.
 */
export function readQuery(search: string): Record<string, string> {
  const values = new Map<string, string>();
  for (const pair of search.replace(/^\?/, '').split('&')) {
    if (pair === '') continue;
    const cut = pair.indexOf('=');
    const name = decode(cut === -1 ? pair : pair.slice(0, cut), 'query');
    if (values.has(name)) throw new Refusal('VALIDATION_FAILED', { detail: { fields: { [name]: 'DUPLICATE' } } });
    values.set(name, decode(cut === -1 ? '' : pair.slice(cut + 1), name));
  }
  return Object.fromEntries(values);
}

function decode(text: string, name: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new Refusal('VALIDATION_FAILED', { detail: { fields: { [name]: 'ENCODING' } } });
  }
}

/** JSON nested deeper is refused; no call nests more than three levels. */
const MAX_DEPTH = 16;

type JsonReading = { ok: true; value: unknown } | { ok: false; reason: 'ENCODING' | 'SYNTAX' | 'DEPTH' | 'DUPLICATE_KEY' };

/** Parses UTF-8 JSON strictly. Refuses duplicate keys, because two parsers may not agree on which one counts. */
export function readJson(bytes: Uint8Array): JsonReading {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return { ok: false, reason: 'ENCODING' };
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, reason: 'SYNTAX' };
  }
  const structure = scanStructure(text);
  return structure === null ? { ok: true, value } : { ok: false, reason: structure };
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:,]/gsu;

/** Only for text that `JSON.parse` has accepted: in an unterminated string, the pattern would restart at each escaped quote. */
function scanStructure(text: string): 'DEPTH' | 'DUPLICATE_KEY' | null {
  const keysByLevel: Set<string>[] = [];
  let lastString: string | null = null;
  for (const [token] of text.matchAll(TOKEN)) {
    if (token.startsWith('"')) {
      lastString = token;
      continue;
    }
    if (token === '{' || token === '[') keysByLevel.push(new Set());
    if (token === '}' || token === ']') keysByLevel.pop();
    if (keysByLevel.length > MAX_DEPTH) return 'DEPTH';
    if (token === ':' && lastString !== null) {
      const keys = keysByLevel.at(-1);
      const key = String(JSON.parse(lastString));
      if (keys?.has(key) === true) return 'DUPLICATE_KEY';
      keys?.add(key);
    }
    lastString = null;
  }
  return null;
}

/**
 * Finds text in a JSON value that can't be stored: PostgreSQL refuses U+0000, and a lone surrogate isn't a character (it would be read back
 * as U+FFFD, making different texts equal). Returns the path of the first, or null.
 */
function findUnstorableText(value: unknown, path = ''): string | null {
  if (typeof value === 'string') return isStorable(value) ? null : path;
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, inner] of Object.entries(value)) {
    const innerPath = path === '' ? key : `${path}.${key}`;
    const found = isStorable(key) ? findUnstorableText(inner, innerPath) : path;
    if (found !== null) return found;
  }
  return null;
}

function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}
