import { describe, expect, it } from 'vitest';
import { fromDecimalString } from '../../../src/lib/amount.ts';
import { firstSteps } from '../../../src/islands/dashboard/FirstSteps.tsx';
import type { Means } from '../../../src/islands/dashboard/WithMeans.tsx';
import type { TransactionRow } from '../../../src/lib/api/contract/transaction.ts';
import { ONE } from '../../../src/lib/token-decimals.ts';

const row = (kind: TransactionRow['kind'], change: Partial<TransactionRow> = {}): TransactionRow => ({
  id: `${kind}-1`,
  kind,
  walletType: 'USDT',
  amount: fromDecimalString('5'),
  direction: 'IN',
  fee: 0n,
  hash: `0x${'0'.repeat(64)}`,
  status: 'POSTED',
  createdAt: '2026-11-20T10:00:00.000Z',
  balanceAfter: fromDecimalString('5'),
  ...change,
});
const NOW = Date.parse('2026-11-27T10:00:00.000Z');
const means = (change: Partial<Means> = {}): Means => ({
  isFunded: true,
  usdt: 1_000n * ONE,
  juf: 1_000n * ONE,
  smallestPurchase: 50n * ONE,
  smallestStake: 100n * ONE,
  vestedAtMs: null,
  nowMs: NOW,
  ...change,
});
const doneOf = (rows: TransactionRow[], change?: Partial<Means>): string[] | undefined =>
  firstSteps(rows, means(change))
    ?.filter(({ isDone }) => isDone)
    .map(({ name }) => name);
const waitOf = (name: string, change: Partial<Means>): unknown => firstSteps([], means(change))?.find((step) => step.name === name)?.waits;

describe('the first steps', () => {
  it('begin with getting something into an empty wallet, before which nothing else can be done', () => {
    const empty = means({ isFunded: false, usdt: 0n, juf: 0n });
    expect(firstSteps([], empty)?.map(({ name, isDone, waits }) => [name, isDone, waits?.for])).toEqual([
      ['get', false, undefined],
      ['deposit', false, 'WALLET'],
      ['buy', false, 'BALANCE'],
      ['stake', false, 'BALANCE'],
    ]);
  });

  it('take a wallet that can’t be read for one that may hold something, and one that holds something for a step done', () => {
    expect(doneOf([], { isFunded: null })).toEqual([]);
    expect(waitOf('deposit', { isFunded: null })).toBeNull();
    expect(doneOf([])).toEqual(['get']);
  });

  it('are done once posted, not while pending or after being reversed', () => {
    expect(doneOf([row('DEPOSIT', { status: 'PENDING' }), row('STAKE', { status: 'VOIDED', direction: 'OUT' })])).toEqual(['get']);
    expect(doneOf([row('DEPOSIT')], { isFunded: false })).toEqual(['get', 'deposit']);
    expect(doneOf([row('DEPOSIT'), row('TREASURY_PURCHASE', { direction: 'OUT' })])).toEqual(['get', 'deposit', 'buy']);
  });

  it('count a transfer received as a deposit, but not one sent', () => {
    expect(doneOf([row('TRANSFER')])).toEqual(['get', 'deposit']);
    expect(doneOf([row('TRANSFER', { direction: 'OUT' })])).toEqual(['get']);
  });

  it('can be taken with the smallest amount that the terms allow, and name it where less is there', () => {
    expect(waitOf('buy', { usdt: 50n * ONE })).toBeNull();
    expect(waitOf('buy', { usdt: 50n * ONE - 1n })).toEqual({ for: 'BALANCE', token: 'USDT', amount: 50n * ONE });
    expect(waitOf('stake', { juf: 100n * ONE })).toBeNull();
    expect(waitOf('stake', { juf: 99n * ONE })).toEqual({ for: 'BALANCE', token: 'JUF', amount: 100n * ONE });
    // Nothing is said against a step whose terms aren't known.
    expect(waitOf('buy', { usdt: 0n, smallestPurchase: null })).toBeNull();
  });

  it('name the day from which enough JUF has vested for a stake, and the claim once it has', () => {
    const vestedAtMs = NOW + 86_400_000;
    expect(waitOf('stake', { juf: 0n, vestedAtMs })).toEqual({ for: 'VESTING', atMs: vestedAtMs, amount: 100n * ONE });
    expect(waitOf('stake', { juf: 0n, vestedAtMs: NOW })).toEqual({ for: 'CLAIM' });
  });

  it('disappear once all are done, or if the member’s list no longer reaches back to the first movement', () => {
    expect(firstSteps([row('DEPOSIT'), row('TREASURY_PURCHASE'), row('STAKE')], means({ isFunded: false }))).toBeNull();
    expect(
      firstSteps(
        Array.from({ length: 10 }, () => row('DEPOSIT')),
        means(),
      ),
    ).toBeNull();
  });
});
