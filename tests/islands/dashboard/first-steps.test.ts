import { describe, expect, it } from 'vitest';
import { firstSteps } from '../../../src/islands/dashboard/first-steps.ts';
import type { TransactionRow } from '../../../src/lib/api/contract/transaction.ts';

const row = (kind: TransactionRow['kind'], change: Partial<TransactionRow> = {}): TransactionRow => ({
  id: `${kind}-1`,
  kind,
  walletType: 'USDT',
  amount: '5',
  direction: 'IN',
  fee: '0',
  hash: `0x${'0'.repeat(64)}`,
  status: 'POSTED',
  createdAt: '2026-11-20T10:00:00.000Z',
  balanceAfter: '5',
  ...change,
});
const doneOf = (rows: TransactionRow[]): string[] | undefined =>
  firstSteps(rows)
    ?.filter(({ isDone }) => isDone)
    .map(({ name }) => name);

describe('the first steps', () => {
  it('are all open for a member with an empty ledger', () => {
    expect(firstSteps([])?.map(({ name, path, isDone }) => [name, path, isDone])).toEqual([
      ['deposit', '/wallet', false],
      ['buy', '/treasury', false],
      ['stake', '/staking', false],
    ]);
  });

  it('are done once posted, not while pending or after being reversed', () => {
    expect(doneOf([row('DEPOSIT', { status: 'PENDING' }), row('STAKE', { status: 'VOIDED', direction: 'OUT' })])).toEqual([]);
    expect(doneOf([row('DEPOSIT')])).toEqual(['deposit']);
    expect(doneOf([row('DEPOSIT'), row('TREASURY_PURCHASE', { direction: 'OUT' })])).toEqual(['deposit', 'buy']);
  });

  it('count a transfer received as a deposit, but not one sent', () => {
    expect(doneOf([row('TRANSFER')])).toEqual(['deposit']);
    expect(doneOf([row('TRANSFER', { direction: 'OUT' })])).toEqual([]);
  });

  it('disappear once all are done, or if the member’s list no longer reaches back to the first movement', () => {
    expect(firstSteps([row('DEPOSIT'), row('TREASURY_PURCHASE'), row('STAKE')])).toBeNull();
    expect(firstSteps(Array.from({ length: 10 }, () => row('DEPOSIT')))).toBeNull();
  });
});
