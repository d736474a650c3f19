import type { CallDefinition } from '../../../src/lib/api/contract/define-call.ts';

/** Draws from 0 up to a bound; deterministic for a seed. */
export type Draw = (bound: number) => number;

/** mulberry32 */
export function seededDraw(seed: number): Draw {
  let state = seed >>> 0;
  return (bound) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound;
  };
}

const NASTY_TEXTS: readonly string[] = [
  '',
  ' ',
  'null',
  'undefined',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff\ud800',
  '\u202e\u0301',
  '-1',
  '+1',
  '0',
  '00.1',
  '1e308',
  '1E5',
  'NaN',
  'Infinity',
  '0x10',
  '1,5',
  '٣',
  '９',
  '9'.repeat(61),
  `0.${'1'.repeat(60)}`,
  'x'.repeat(5_000),
  '🦄'.repeat(600),
  "' OR 1=1 --",
  '"; drop table member; --',
  '../../etc/passwd',
  '${7*7}',
  '%00',
  '%zz',
  '<script>alert(1)</script>',
  '0x',
  '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb9226',
  '0xF39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  '0x0000000000000000000000000000000000000000',
  '01a1fd55-7a80-76a9-92d8-1a67dcc3e79b',
  '00000000-0000-0000-0000-000000000000',
  '2026-02-30T00:00:00.000Z',
  '275760-09-13T00:00:00.001Z',
  '__proto__',
  'constructor',
];

const NASTY_JSON: readonly string[] = [
  'null',
  'true',
  '0',
  '-0',
  '1e999',
  '-1e999',
  '123456789012345678901234567890',
  '0.1',
  '[]',
  '{}',
  '[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]',
  '{"a":{"a":{"a":{}}}}',
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{}}}',
  '"\\ud800"',
  '"\\u0000"',
];

const CONTENT_TYPES = [
  'application/json',
  'application/json; charset=utf-16',
  'text/plain',
  'application/json;',
  '',
  'multipart/form-data',
  'x',
];
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'PROPFIND'];

/**
 * A request none of our clients would send: a call of the contract with a broken method, address, headers or body. Its content is such that
 * it can't have an effect; a body with all fields valid would be a normal request.
 */
export function malformedRequest(call: CallDefinition, token: string, draw: Draw): Request {
  const method = draw(8) === 0 ? pick(METHODS, draw) : call.method;
  const headers = new Headers({ 'content-type': draw(4) === 0 ? pick(CONTENT_TYPES, draw) : 'application/json' });
  headers.set(
    'authorization',
    pick([`Bearer ${token}`, `Bearer ${token}`, `Bearer ${token}`, `Bearer ${token}x`, 'Bearer', token, ''], draw),
  );
  if (draw(3) > 0) headers.set('idempotency-key', pick(['01a1fd55-7a80-46a9-92d8-1a67dcc3e79b', 'x', '', '0'.repeat(300)], draw));
  headers.set('accept-language', pick(['en', 'de', 'xx', '*;q=2', ',,,;;;q=', 'a'.repeat(700), 'zh-Hant;q=0.3,kr;q=nope'], draw));
  if (draw(10) === 0) headers.set('content-length', pick(['-1', '99999999999', 'x', '0'], draw));
  const isRouted = draw(6) === 0;
  const search = bentQuery(call, draw);
  if (isRouted) {
    headers.set(
      'x-api-call',
      pick([`${call.method} ${call.path}`, `${call.method}  ${call.path}`, call.path, 'GET /%00', `PUT ${call.path}`], draw),
    );
    headers.set('x-api-query', search.replace(/[^\x20-\x7e]/g, ''));
  }
  const sent = isRouted ? 'POST' : method;
  const path = isRouted
    ? '/router'
    : draw(12) === 0
      ? `${call.path}${pick(['/', '/..', '%2f', '%00', ';x=1', '//', '%zz'], draw)}`
      : call.path;
  const url = `https://jufi.example/api${path}${isRouted || search === '' ? '' : `?${search}`}`;
  const body = ['GET', 'HEAD'].includes(sent) ? {} : { body: bentBody(call, draw) };
  return new Request(url, { method: sent, headers, ...body });
}

function bentQuery(call: CallDefinition, draw: Draw): string {
  const names = [...Object.keys(call.query?.shape ?? {}), 'other'];
  const pairs = names.flatMap((name) => {
    if (draw(2) === 0) return [];
    const text = pick(NASTY_TEXTS, draw);
    const value =
      draw(3) === 0 || !text.isWellFormed() ? pick(['%zz', '%ff', '%ed%a0%80', '%', '1%00', '+'], draw) : encodeURIComponent(text);
    return draw(6) === 0 ? [`${name}=${value}`, `${name}=1`] : [`${name}=${value}`];
  });
  return pairs.join('&');
}

/** Always includes an unknown field, so that an accidentally valid body is refused too. */
function bentBody(call: CallDefinition, draw: Draw): BodyInit {
  const whole = pick(
    ['', '{', '[]', 'null', '"x"', '5', '{"a":1,"a":2}', '['.repeat(2_000), '{"a":'.repeat(500), '\ufeff{}', ' '.repeat(20_000)],
    draw,
  );
  switch (draw(4)) {
    case 0:
      // An empty body is valid if no field is required.
      return whole === '' ? '{' : whole;
    case 1:
      return Uint8Array.from({ length: draw(200) + 1 }, () => draw(256));
    default: {
      const names = [...Object.keys(call.body?.shape ?? {}), pick(NASTY_TEXTS, draw), 'unheardOf'];
      const fields = names.map(
        (name) => `${JSON.stringify(name)}:${draw(2) === 0 ? pick(NASTY_JSON, draw) : JSON.stringify(pick(NASTY_TEXTS, draw))}`,
      );
      return `{${fields.join(',')}}`;
    }
  }
}

function pick<Item>(items: readonly Item[], draw: Draw): Item {
  const item = items[draw(items.length)];
  if (item === undefined) throw new Error('nothing to pick from');
  return item;
}
