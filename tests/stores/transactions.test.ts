// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import type { TrackedTransaction } from '../../src/lib/transactions/tracked-transaction.ts';
import { $transactions } from '../../src/stores/sent-transactions.ts';
import { followTransactions } from '../../src/stores/transactions.ts';

const DAY_MS = 24 * 60 * 60_000;
const lookAtTransaction = vi.hoisted(() => vi.fn<(sent: TrackedTransaction) => Promise<TrackedTransaction>>());
vi.mock('../../src/lib/transactions/look-at-transaction.ts', () => ({
  lookAtTransaction,
  readTransaction: () => Promise.resolve({ headNumber: 100, receipt: null, known: null, mined: 0 }),
}));

const sent: TrackedTransaction = {
  hash: `0x${'a'.repeat(64)}`,
  owner: `0x${'1'.repeat(40)}`,
  to: `0x${'2'.repeat(40)}`,
  data: '0x',
  value: '1',
  nonce: null,
  sentAtMs: Date.now() - 3 * DAY_MS,
  sentAtBlock: 1,
  purpose: { kind: 'DEPOSIT', walletType: 'JU', amount: 1n },
  status: { kind: 'PENDING', missingSinceMs: null, wasMined: false },
};

beforeEach(() => {
  lookAtTransaction.mockReset();
});

test('one that the device was left waiting for days ago comes to its end', async () => {
  const ended = { ...sent, status: { kind: 'REPLACED', by: sent.hash, as: 'CANCELLED', confirmations: 9 } } as const;
  lookAtTransaction.mockResolvedValue(ended);
  $transactions.set([sent]);
  const stop = followTransactions();
  await expect.poll(() => $transactions.get()).toEqual([ended]);
  stop();
});

test('one that no node knows is given up after a day', () => {
  const unknown = { ...sent, status: { kind: 'UNSEEN', sinceMs: sent.sentAtMs } } as const;
  $transactions.set([unknown, { ...unknown, hash: `0x${'b'.repeat(64)}`, sentAtMs: Date.now() }]);
  const stop = followTransactions();
  stop();
  expect(lookAtTransaction).not.toHaveBeenCalledWith(unknown, expect.anything(), expect.anything());
});
