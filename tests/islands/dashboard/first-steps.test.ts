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
  it('are all ahead of a member whose ledger is empty', () => {
    expect(firstSteps([])?.map(({ name, path, isDone }) => [name, path, isDone])).toEqual([
      ['deposit', '/wallet', false],
      ['buy', '/treasury', false],
      ['stake', '/staking', false],
    ]);
  });

  it('are done when the ledger has posted them, not while they are pending or once they were taken back', () => {
    expect(doneOf([row('DEPOSIT', { status: 'PENDING' }), row('STAKE', { status: 'VOIDED', direction: 'OUT' })])).toEqual([]);
    expect(doneOf([row('DEPOSIT')])).toEqual(['deposit']);
    expect(doneOf([row('DEPOSIT'), row('TREASURY_PURCHASE', { direction: 'OUT' })])).toEqual(['deposit', 'buy']);
  });

  it('count money from another member as a deposit, and money sent to one as none', () => {
    expect(doneOf([row('TRANSFER')])).toEqual(['deposit']);
    expect(doneOf([row('TRANSFER', { direction: 'OUT' })])).toEqual([]);
  });

  it('are gone once all is done, and for a member whose list no longer shows the beginning', () => {
    expect(firstSteps([row('DEPOSIT'), row('TREASURY_PURCHASE'), row('STAKE')])).toBeNull();
    expect(firstSteps(Array.from({ length: 10 }, () => row('DEPOSIT')))).toBeNull();
  });
});
