import { expect, it } from 'vitest';
import { type PendingActions, pendingActions } from '../../../src/lib/action/pending-actions.ts';
import { z } from '../../../src/lib/api/contract/zod.ts';
import { type TransferOrder, transferOrder } from '../../../src/lib/transfer/transfer-order.ts';

const TOKEN = 10n ** 18n;
const recipient = { id: '0198a000-0000-7000-8000-000000000001', uid: 'lena01', username: 'lena', address: `0x${'Ab'.repeat(20)}` } as const;
const order: TransferOrder = { destination: 'MEMBER', walletType: 'JUF', amount: 1n, fee: 25n * (TOKEN / 10n), remark: 'rent', recipient };
const PLACE = 'jufi:pending:mira:transfer';

function transfersOn(values: Map<string, string>): PendingActions<TransferOrder, unknown> {
  return pendingActions<TransferOrder, unknown>({
    storage: {
      get: (key) => values.get(key) ?? null,
      set: (key, value) => values.set(key, value).size > 0,
      remove: (key) => void values.delete(key),
      take: (key) => values.get(key) ?? null,
      keys: () => [...values.keys()],
    },
    memberId: 'mira',
    name: 'transfer',
    readOrder: (stored) => z.safeParse(transferOrder, stored).data ?? null,
    isBody: (body): body is unknown => body !== undefined,
  });
}

it.each([
  ['the smallest amount', { amount: 1n }],
  ['whole tokens', { amount: 250n * TOKEN, fee: 0n }],
  ['more than a JavaScript number holds', { amount: 123_456_789_012_345_678_901_234_567n }],
])('a transfer is the same after a reload: %s', (_, change) => {
  const values = new Map<string, string>();
  const pending = { key: 'k', order: { ...order, ...change }, body: { amount: '1' }, startedAtMs: 1 };
  expect(transfersOn(values).keep(pending)).toBe(true);
  expect(transfersOn(values).find()).toEqual(pending);
});

it('amounts are stored as the contract writes them', () => {
  const values = new Map<string, string>();
  transfersOn(values).keep({ key: 'k', order, body: { amount: '1' }, startedAtMs: 1 });
  expect(JSON.parse(values.get(PLACE) ?? '')).toEqual({
    key: 'k',
    order: { ...order, amount: '0.000000000000000001', fee: '2.5' },
    body: { amount: '1' },
    startedAtMs: 1,
  });
});

it.each([['-1'], ['1e3'], ['0x1'], ['1.0000000000000000001'], [''], [1]])('an order is dropped whose stored amount is %j', (amount) => {
  const stored = { key: 'k', order: { ...order, amount, fee: '0' }, body: {}, startedAtMs: 1 };
  expect(transfersOn(new Map([[PLACE, JSON.stringify(stored)]])).find()).toBeNull();
});
