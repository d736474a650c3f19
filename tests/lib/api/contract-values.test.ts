import { describe, expect, it } from 'vitest';
import { addressInput, nonce } from '../../../src/lib/api/contract/account.ts';
import { announcementList } from '../../../src/lib/api/contract/dashboard.ts';
import { editUserProfile } from '../../../src/lib/api/contract/profile.ts';
import {
  address,
  amount,
  amountText,
  bytes32,
  day,
  hex,
  id,
  positiveAmount,
  price,
  priceText,
  rate,
  signature,
  signedUsd,
  time,
  uid,
  usd,
} from '../../../src/lib/api/contract/scalars.ts';
import type { z } from '../../../src/lib/api/contract/zod.ts';

const EIP55 = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

const values: [string, z.ZodMiniType, unknown[], unknown[]][] = [
  [
    'an amount',
    amount,
    ['0', '1', '0.1', '1.50', '9'.repeat(60), `${'9'.repeat(42)}.${'9'.repeat(18)}`, `0.${'0'.repeat(17)}1`],
    [
      '',
      '-1',
      '+1',
      '1e3',
      '1.',
      '.1',
      '01',
      '1,5',
      ' 1',
      '1\n',
      'NaN',
      '9'.repeat(61),
      `${'9'.repeat(43)}.${'9'.repeat(18)}`,
      `0.${'1'.repeat(19)}`,
      1,

      null,
    ],
  ],
  ['an amount that moves', positiveAmount, ['0.1', '10', `0.${'0'.repeat(17)}1`], ['0', '0.0', '-1', '', null]],
  ['a rate', rate, [0, 1, 10_000], [-1, 0.5, '1', Number.NaN]],
  ['US dollars', usd, ['0', '1.123456'], ['1.1234567', '-1', 1]],
  ['an id', id, ['019a8d2f-7b1c-7def-8abc-0123456789ab'], ['019a8d2f-7b1c-4def-8abc-0123456789ab', '1', 1, '']],
  [
    'a time',
    time,
    ['2026-01-31T23:59:59.999Z'],
    ['2026-01-31T23:59:59Z', '2026-01-31T23:59:59.999+01:00', '2026-02-30T00:00:00.000Z', '2026-01-31', 0],
  ],
  ['a day', day, ['2026-01-31'], ['2026-02-30', '2026-1-1', 20260131]],
  ['32 bytes', bytes32, [`0x${'a'.repeat(64)}`], [`0x${'a'.repeat(63)}`, 'a'.repeat(64), `0x${'A'.repeat(64)}`]],
  ['bytes', hex, ['0x', '0xAb'], ['0xabc', 'ab', '0xzz']],
  ['a signature', signature, ['0x', '0xAb', 'ab'], ['0xabc', 'abc', '0xzz']],
  ['a uid', uid, ['abc123'], ['abc12', 'ABC123', 'a'.repeat(13), 'abc 123']],
  ['an address', address, [EIP55, EIP55.toLowerCase()], [EIP55.slice(2), `${EIP55}0`, `0X${EIP55.slice(2)}`, `${EIP55}\n`]],
];

describe.each(values)('%s', (_name, schema, good, bad) => {
  it.each(good)('may be %s', (value) => {
    expect(schema.safeParse(value)).toMatchObject({ success: true });
  });

  it.each(bad)('isn’t %j', (value) => {
    expect(schema.safeParse(value)).toMatchObject({ success: false });
  });
});

describe('an amount in an answer', () => {
  it.each([
    ['an amount', amount, '0.000000000000000001', 1n],
    ['an amount', amount, '1.50', 1_500_000_000_000_000_000n],
    ['an amount', amount, '9'.repeat(60), (10n ** 60n - 1n) * 10n ** 18n],
    ['a price', price, '0.42', 420_000_000_000_000_000n],
    ['US dollars', usd, '1.000001', 1_000_001_000_000_000_000n],
    ['US dollars that may be lost', signedUsd, '-0.5', -500_000_000_000_000_000n],
    ['US dollars that may be lost', signedUsd, '2', 2n * 10n ** 18n],
    ['US dollars that may be lost', signedUsd, '-0', 0n],
  ] as const)('is read in 10⁻¹⁸, as %s of %s is', (_name, schema, text, read) => {
    expect(schema.parse(text)).toBe(read);
    // Read once.
    expect(schema.safeParse(read).success).toBe(false);
  });

  it('is sent as it was typed: a body has texts', () => {
    expect([amountText.parse('1.50'), positiveAmount.parse('1.50'), priceText.parse('0.420')]).toEqual(['1.50', '1.50', '0.420']);
  });
});

describe('an address sent by a client', () => {
  it.each([EIP55, EIP55.toLowerCase(), `0x${EIP55.slice(2).toUpperCase()}`])('is normalised to its checksum: %s', (text) => {
    expect(addressInput.safeParse(text)).toMatchObject({ success: true, data: EIP55 });
  });

  it('must have a valid checksum in mixed case', () => {
    const wrong = EIP55.replace('5aA', '5Aa');
    expect(addressInput.safeParse(wrong).error?.issues).toMatchObject([{ code: 'custom', message: 'CHECKSUM' }]);
  });

  it.each(['', '0x', EIP55.slice(0, -1), 'vitalik.eth', 1, null, [EIP55]])('isn’t %j', (value) => {
    expect(addressInput.safeParse(value).success).toBe(false);
  });
});

describe('a query', () => {
  it('counts pages from 1, with 20 rows by default', () => {
    expect(announcementList.query.parse({})).toEqual({ page: 1, size: 20 });
    expect(announcementList.query.parse({ page: '1000000', size: '100' })).toEqual({ page: 1_000_000, size: 100 });
  });

  it.each([
    { page: '0' },
    { page: '1000001' },
    { page: '-1' },
    { page: '1.5' },
    { page: '1e3' },
    { page: ' 1' },
    { page: '' },
    { page: '٣' },
    { page: 1 },
    { size: '0' },
    { size: '101' },
  ])('refuses %j', (query) => {
    expect(announcementList.query.safeParse(query).success).toBe(false);
  });

  it('parses chain ids and flags', () => {
    expect(nonce.query.parse({ address: EIP55, chainId: '210000' })).toEqual({ address: EIP55, chainId: 210_000 });
    expect(editUserProfile.query.parse({ check: 'true', username: 'ju' })).toEqual({ check: true, username: 'ju' });
    expect(editUserProfile.query.safeParse({ check: '1' }).success).toBe(false);
  });
});
