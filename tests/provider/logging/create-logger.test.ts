import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLogger } from '../../../provider/logging/create-logger.ts';
import { failureText } from '../../../provider/logging/describe-failure.ts';

const base64url = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const textOf = (alphabet: string, length: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...Array.from(alphabet)), minLength: length, maxLength: length });
const token = textOf(base64url, 43).filter((text) => /^\w/.test(text) && /\w$/.test(text));
const nonce = textOf('0123456789abcdef', 64);
const signature = textOf('0123456789abcdef', 130).map((digits) => `0x${digits}`);
const secret = fc.oneof(token, nonce, signature);

function logged(write: (log: ReturnType<typeof createLogger>) => void): string {
  const lines: string[] = [];
  write(createLogger({ level: 'trace' }, { write: (line: string) => void lines.push(line) }));
  return lines.join('');
}

/** Every way to pass a secret to a logger by mistake. */
const CARELESS: ((log: ReturnType<typeof createLogger>, secret: string) => void)[] = [
  (log, text) => log.error(new Error(`Request body: {"method":"eth_call","params":["${text}"]}`)),
  (log, text) => log.error({ err: new Error('outer', { cause: new Error(text) }) }, 'failed'),
  (log, text) => log.warn({ failure: new AggregateError([new Error(text)], text) }, 'failed'),
  (log, text) => log.warn({ failure: Object.assign(new Error('x'), { details: text, request: { body: text } }) }),
  (log, text) => log.info(`GET /home?token=${text} answered`),
  (log, text) => log.info({ deep: { deeper: [{ authorization: `Bearer ${text}` }] } }, 'headers'),
  (log, text) => log.info({ token: text, signature: text, body: text }),
  (log, text) => log.child({ part: 'child' }).error({ err: new Error(text) }),
  (log, text) => log.debug('an answer of %s', text),
  (log, text) => log.child({ asked: `/home?token=${text}`, token: text }).info('fields of a child'),
  (log, text) => log.child({ headers: { cookie: text }, answer: { toJSON: () => text } }).info('fields of a child'),
  (log, text) => log.info({ answer: { toJSON: () => text } }),
  (log, text) => log.info({ url: new URL(`https://jufi.example/home?token=${text}`), bytes: Buffer.from(text) }),
  (log, text) => log.error({ err: { message: text, stack: `Error: ${text}` } }),
];

test('no secret gets into a log, however carelessly it is passed', () => {
  fc.assert(
    fc.property(secret, fc.constantFrom(...CARELESS), (text, write) => {
      expect(logged((log) => write(log, text))).not.toContain(text);
    }),
    { numRuns: 400 },
  );
});

test('each entry is one line with its time, level and what it is about, whatever it holds', () => {
  const [line = '', ...others] = logged((log) => log.info({ requestId: 'a', path: '/x\n{"level":60}' }, 'two\nlines\r\n{"level":60}'))
    .trimEnd()
    .split('\n');
  expect(others).toEqual([]);
  expect(JSON.parse(line)).toMatchObject({
    level: 30,
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as unknown,
    requestId: 'a',
  });
});

test('an error is recognisable by its name, code and place, and so are its causes', () => {
  const cause = Object.assign(new TypeError('secret'), { code: 'ECONNREFUSED' });
  const line = logged((log) => log.error({ requestId: 'r1', err: new Error('secret', { cause }) }, 'failed'));
  expect(JSON.parse(line)).toMatchObject({
    requestId: 'r1',
    msg: 'failed',
    err: { chain: [{ name: 'Error' }, { name: 'TypeError', code: 'ECONNREFUSED' }] },
  });
  expect(line).toContain('create-logger.test.ts');
  expect(line).not.toContain('secret');
});

test.each(['token', 'Authorization', 'Cookie', 'SIGNATURE'])('anything named %s is omitted, whatever it looks like', (name) => {
  const line = logged((log) => {
    log.info({ [name]: 'short', inner: [{ [name]: 'short' }] });
    log.child({ [name.toLowerCase()]: 'short' }).info('fields of a child');
  });
  expect(line).not.toContain('short');
});

test('the tokens JU, JUF and USDT may be logged', () => {
  const line = logged((log) => log.child({ token: 'JUF' }).warn({ of: [{ token: 'JU' }] }));
  expect(JSON.parse(line)).toMatchObject({ token: 'JUF', of: [{ token: 'JU' }] });
});

test('a secret’s bytes are masked too', () => {
  const line = logged((log) => log.info({ bytes: Buffer.from('secret') }));
  expect(JSON.parse(line)).toMatchObject({ bytes: '6 bytes' });
});

test('a message’s lines that look like stack frames are omitted, even if the message was changed later', () => {
  const quoted = 'refused\n    at the request {"remark":"For Ana"}\n    and its answer';
  const line = logged((log) => {
    log.error(new Error(quoted));
    log.error(Object.assign(new Error(quoted), { message: 'changed' }));
  });
  expect(line).not.toContain('Ana');
  expect(line.match(/create-logger\.test\.ts/g)?.length).toBeGreaterThanOrEqual(2);
});

test('errors that occurred together are all named', () => {
  const refused = Object.assign(new Error('connect 10.1.2.3'), { code: 'ECONNREFUSED' });
  const line = logged((log) => log.error(new AggregateError([refused, new TypeError('secret')], 'secret')));
  const errors = [{ name: 'Error', code: 'ECONNREFUSED' }, { name: 'TypeError' }];
  expect(JSON.parse(line)).toMatchObject({ err: { chain: [{ name: 'AggregateError', errors }] } });
  expect(line).not.toContain('secret');
});

test('a terminal shows names, codes, causes and places, but no messages', () => {
  const cause = new AggregateError([Object.assign(new Error('secret'), { code: 'ECONNREFUSED' })], 'secret');
  const lines = failureText(new TypeError('secret', { cause })).split('\n');
  expect(lines.filter((line) => !line.startsWith('    at '))).toEqual([
    'TypeError',
    'because of AggregateError',
    '  among others Error (ECONNREFUSED)',
  ]);
  expect(lines.some((line) => line.includes('create-logger.test.ts'))).toBe(true);
  expect(failureText('secret')).not.toContain('secret');
});

test('addresses, transaction hashes and ids stay readable', () => {
  const [address, hash, id] = [
    '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    `0x${'ab'.repeat(32)}`,
    '01a1fed5-74b3-7391-ba3e-fdca76361884',
  ];
  const line = logged((log) => log.info({ address, hash, id }, `order ${id}`));
  for (const each of [address, hash, id]) expect(line).toContain(each);
});
