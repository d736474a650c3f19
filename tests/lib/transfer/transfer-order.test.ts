import { expect, it } from 'vitest';
import { pendingAction } from '../../../src/lib/action/action-context.ts';
import { z } from '../../../src/lib/api/contract/zod.ts';
import { type TransferOrder, transferOrder } from '../../../src/lib/transfer/transfer-order.ts';

const TOKEN = 10n ** 18n;
const recipient = { id: '0198a000-0000-7000-8000-000000000001', uid: 'lena01', username: 'lena', address: `0x${'Ab'.repeat(20)}` } as const;
const order: TransferOrder = { destination: 'MEMBER', walletType: 'JUF', amount: 1n, fee: 25n * (TOKEN / 10n), remark: 'rent', recipient };

const { read, write } = pendingAction(transferOrder, z.unknown());

it.each([
  ['the smallest amount', { amount: 1n }],
  ['whole tokens', { amount: 250n * TOKEN, fee: 0n }],
  ['more than a JavaScript number holds', { amount: 123_456_789_012_345_678_901_234_567n }],
])('a transfer is the same after a reload: %s', (_, change) => {
  const pending = { key: 'k', order: { ...order, ...change }, body: { amount: '1' }, startedAtMs: 1 };
  expect(read(write(pending))).toEqual(pending);
});

it('amounts are stored as the contract writes them', () => {
  expect(JSON.parse(write({ key: 'k', order, body: { amount: '1' }, startedAtMs: 1 }))).toEqual({
    key: 'k',
    order: { ...order, amount: '0.000000000000000001', fee: '2.5' },
    body: { amount: '1' },
    startedAtMs: 1,
  });
});

it.each([['-1'], ['1e3'], ['0x1'], ['1.0000000000000000001'], [''], [1]])('an order is dropped whose stored amount is %j', (amount) => {
  const stored = { key: 'k', order: { ...order, amount, fee: '0' }, body: {}, startedAtMs: 1 };
  expect(read(JSON.stringify(stored))).toBeUndefined();
});
