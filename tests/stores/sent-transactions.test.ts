// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest';
import { fromDecimalString } from '../../src/lib/amount.ts';
import { trackedTransaction, type TrackedTransaction } from '../../src/lib/transactions/tracked-transaction.ts';
import { jsonList, keptOnDevice } from '../../src/lib/storage/kept.ts';

const kept = keptOnDevice('jufi:transactions', jsonList(trackedTransaction));

const sent = (digit: string, change: Partial<TrackedTransaction> = {}): TrackedTransaction => ({
  hash: `0x${digit.repeat(64)}`,
  owner: `0x${'1'.repeat(40)}`,
  to: `0x${'2'.repeat(40)}`,
  data: '0x',
  value: '5',
  nonce: null,
  sentAtMs: 1_000,
  sentAtBlock: 1,
  purpose: { kind: 'DEPOSIT', walletType: 'USDT', amount: fromDecimalString('120.5') },
  status: { kind: 'PENDING', missingSinceMs: null, wasMined: false },
  ...change,
});

beforeEach(() => {
  vi.resetModules();
  localStorage.clear();
});

it('deposits whose end was seen are gone from later pages, and nothing of what another tab has sent meanwhile', async () => {
  const seen = sent('a', { isEndSeen: true });
  kept.set([seen]);
  const { $transactions } = await import('../../src/stores/sent-transactions.ts');
  kept.set([sent('b'), seen]);
  $transactions.listen(() => undefined);
  expect($transactions.get()).toEqual([sent('b')]);
  expect(kept.get()).toEqual([sent('b')]);
});

it('a transaction is stored beside what another tab has stored, before this one has heard of it', async () => {
  const { $transactions, keepTransaction } = await import('../../src/stores/sent-transactions.ts');
  $transactions.listen(() => undefined);
  kept.set([sent('b')]);
  keepTransaction(sent('c'));
  expect(kept.get()).toEqual([sent('c'), sent('b')]);
});

it('is kept in memory where the device has become full, beside what it has stored before', async () => {
  kept.set([sent('b')]);
  const { $transactions, keepTransaction } = await import('../../src/stores/sent-transactions.ts');
  $transactions.listen(() => undefined);
  const whole = localStorage;
  const refuse = (): never => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => whole.getItem(key),
    removeItem: (key: string) => whole.removeItem(key),
    setItem: refuse,
  });
  keepTransaction(sent('c'));
  const mined = sent('b', { nonce: 7 });
  keepTransaction(mined);
  vi.unstubAllGlobals();
  expect($transactions.get()).toEqual([sent('c'), mined]);
});

it('is kept in memory where the device refuses it', async () => {
  const { $transactions, keepTransaction } = await import('../../src/stores/sent-transactions.ts');
  vi.stubGlobal('localStorage', null);
  keepTransaction(sent('c'));
  keepTransaction(sent('d'));
  vi.unstubAllGlobals();
  expect($transactions.get()).toEqual([sent('d'), sent('c')]);
});
