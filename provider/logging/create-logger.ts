import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import { TOKENS } from '../ledger/account.ts';
import { createOutageLines, describeFailure, isErrorLike } from './describe-failure.ts';

const MOST_DEPTH = 8;
const LONGEST_TEXT = 2_000;
const SECRET_NAMES = new Set(['token', 'authorization', 'cookie', 'signature', 'body', 'password', 'privatekey']);

/**
 * A logger that keeps secrets out: it describes errors without their messages, and masks text that looks like a session token, a nonce or a
 * signature. So even a careless call leaks nothing (OWASP ASVS 5.0, V16.2.5). An outage of the database is told in two lines.
 */
export function createLogger(options: LoggerOptions, stream?: DestinationStream): Logger {
  const outages = createOutageLines();
  const safe: LoggerOptions = {
    // For people, at 3 in the morning.
    timestamp: pino.stdTimeFunctions.isoTime,
    ...options,
    // pino's own serializer would add message and stack before anything else sees them. Child loggers' fields pass only through
    // serializers.
    serializers: { err: clean, ...Object.fromEntries([...SECRET_NAMES].map((name) => [name, conceal])) },
    formatters: { ...options.formatters, log: (fields) => clean(fields) as Record<string, unknown> },
    hooks: {
      logMethod(given, method) {
        const [first, ...rest] = given as unknown[];
        const fields = first instanceof Error ? { err: first } : first;
        // Without its own text, pino would use the error's message as the line's.
        const texts = rest.length === 0 && typeof fields === 'object' ? ['failed'] : rest;
        if (outages.swallows(fields, (told, text) => this.error(told, text))) return;
        Reflect.apply(
          method,
          this,
          [fields, ...texts].map((each) => clean(each)),
        );
      },
      // Last resort: masks whatever got past the above in the finished line.
      streamWrite: blot,
    },
  };
  return stream === undefined ? pino(safe) : pino(safe, stream);
}

function clean(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return shorten(blot(value));
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'function') return undefined;
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (depth >= MOST_DEPTH) return '…';
  if (isErrorLike(value)) return clean(describeFailure(value), depth + 1);
  if (ArrayBuffer.isView(value)) return `${value.byteLength} bytes`;
  if ('toJSON' in value && typeof value.toJSON === 'function') return clean(Reflect.apply(value.toJSON, value, []), depth + 1);
  if (Array.isArray(value)) return value.map((each) => clean(each, depth + 1));
  const fields = Object.entries(value).map(([name, each]) => [
    name,
    SECRET_NAMES.has(name.toLowerCase()) ? conceal(each) : clean(each, depth + 1),
  ]);
  return Object.fromEntries(fields) as unknown;
}

/** JU, JUF and USDT are called tokens too. */
function conceal(value: unknown): string {
  return TOKENS.find((token) => token === value) ?? '…';
}

function shorten(text: string): string {
  return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text;
}

/** Session tokens are 43 characters of base64url, nonces 64 hex digits without `0x`; signatures are longer than any hash or address. */
const SECRETS = /0x[0-9a-f]{100,}|(?<![\w-])(?:[\w-]{43}|[0-9a-f]{64})(?![\w-])|([?&]token=)[^&\s"']*/gi;

/** Masks whatever looks like a token, a nonce or a signature. */
export function blot(text: string): string {
  return text.replace(SECRETS, (_secret, parameter: string | undefined) => `${parameter ?? ''}…`);
}
