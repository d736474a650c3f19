import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import { describeFailure } from './describe-failure.ts';

const MOST_DEPTH = 6;
const LONGEST_TEXT = 2_000;

/**
 * A logger that keeps secrets out whatever it is given: errors are described without their messages, and texts that look like a session token, a
 * nonce or a signature are blotted out. So a careless call leaks nothing either (OWASP ASVS 5.0, V16.2.5).
 */
export function createLogger(options: LoggerOptions, stream?: DestinationStream): Logger {
  const safe: LoggerOptions = {
    ...options,
    // pino's own would add message and stack before anybody else sees them.
    serializers: { err: clean },
    formatters: { ...options.formatters, log: (fields) => clean(fields) as Record<string, unknown> },
    hooks: {
      logMethod(given, method) {
        const [first, ...rest] = given as unknown[];
        const fields = first instanceof Error ? { err: first } : first;
        // Without a text of its own, pino would take the error's message for the line's.
        const texts = rest.length === 0 && typeof fields === 'object' ? ['failed'] : rest;
        Reflect.apply(
          method,
          this,
          [fields, ...texts].map((each) => clean(each)),
        );
      },
    },
  };
  return stream === undefined ? pino(safe) : pino(safe, stream);
}

function clean(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return blot(value);
  if (typeof value === 'bigint') return value.toString();
  if (value instanceof Error) return clean(describeFailure(value), depth + 1);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (depth >= MOST_DEPTH) return '…';
  if (Array.isArray(value)) return value.map((each) => clean(each, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, SECRET_NAMES.has(name) ? '…' : clean(each, depth + 1)]));
}

const SECRET_NAMES = new Set(['token', 'authorization', 'signature', 'body', 'password', 'privateKey']);

/** Session tokens have 43 characters of base64url and nonces 64 hex digits without `0x`; signatures are longer than any hash or address. */
const SECRETS = /0x[0-9a-f]{100,}|(?<![\w-])(?:[\w-]{43}|[0-9a-f]{64})(?![\w-])|([?&]token=)[^&\s"']*/gi;

function blot(text: string): string {
  const short = text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text;
  return short.replace(SECRETS, (_secret, parameter: string | undefined) => `${parameter ?? ''}…`);
}
