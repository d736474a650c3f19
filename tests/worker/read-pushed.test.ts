import { expect, it, test } from 'vitest';
import { ownPath, readPushed } from '../../src/worker/read-pushed.ts';

const ORIGIN = 'https://jufi.example';
const message = { text: 'A stake has matured', path: '/de/staking', tag: 'MATURED 1', at: 1_700_000_000_000 };

it('reads what the provider sends', () => {
  expect(readPushed(JSON.stringify(message), ORIGIN)).toEqual(message);
});

test.each([undefined, '', 'no JSON', 'null', '[]', JSON.stringify({ ...message, text: 1 }), JSON.stringify({ ...message, at: '1' })])(
  'anything else is no message: %s',
  (text) => {
    expect(readPushed(text, ORIGIN)).toBeNull();
  },
);

test.each(['https://other.example/', '//other.example/', '/\\other.example', 'javascript:alert(1)', '/.//other.example', undefined, 5])(
  'a message leads nowhere else: %s',
  (path) => {
    expect(ownPath(path, ORIGIN)).toBe('/');
  },
);
