import { expect, test } from 'vitest';

import { jsonList } from '../../../src/lib/storage/kept.ts';
import { keptBatch, resumeSwap, unfinishedSwap } from '../../../src/lib/swap/resume-swap.ts';
import { reduceSwapRun } from '../../../src/lib/swap/reduce-swap-run.ts';
import { trackedTransaction, type SwapTransaction } from '../../../src/lib/transactions/tracked-transaction.ts';

const OWNER = '0x00000000000000000000000000000000000000aA';
const OTHER = '0x00000000000000000000000000000000000000bb';
const NOW_MS = 100_000_000;
const trade = {
  tokenIn: 'USDT',
  tokenOut: 'JUF',
  decimalsIn: 6,
  decimalsOut: 18,
  exact: 'EXACT_OUT',
  amountIn: '1000000',
  amountOut: '2000000000000000000',
  limit: '1005000',
} as const;
const quote = {
  kind: 'EXACT_OUT',
  tokenIn: { symbol: 'USDT', decimals: 6 },
  tokenOut: { symbol: 'JUF', decimals: 18 },
  amountIn: 1_000_000n,
  amountOut: 2n * 10n ** 18n,
};
const approval = { token: 'USDT', decimals: 6 } as const;

test('a trade that was sent is shown again with what was promised, and its steps cannot be taken for more than they are', () => {
  expect(eventOf(sent({ kind: 'SWAP', ...trade }))).toEqual({ type: 'RESUMED', hash: '0x01', quote, steps: [{ kind: 'SWAP' }] });
});

test('an approval is shown with the steps that follow it', () => {
  expect(eventOf(sent({ kind: 'APPROVE', ...approval, amount: '1005000', trade }))).toMatchObject({
    quote,
    steps: [{ kind: 'APPROVE', amount: 1_005_000n }, { kind: 'SWAP' }],
  });
  expect(eventOf(sent({ kind: 'RESET_ALLOWANCE', ...approval, amount: '0', trade }))).toMatchObject({
    steps: [{ kind: 'RESET_ALLOWANCE' }, { kind: 'APPROVE', amount: 1_005_000n }, { kind: 'SWAP' }],
  });
});

test('a swap keeps the hash it was first sent under', () => {
  expect(eventOf({ ...sent({ kind: 'SWAP', ...trade }), hash: '0x02', firstHash: '0x01' })).toMatchObject({ hash: '0x01' });
});

test('ignores swaps that are in a block, of another member, too old, or from an earlier release without their trade', () => {
  const one = sent({ kind: 'SWAP', ...trade });
  const replaced = { kind: 'REPLACED', by: '0x03', as: 'OTHER', confirmations: 1 } as const;
  expect(eventOf({ ...one, status: replaced })).toBeUndefined();
  expect(eventOf({ ...one, owner: OTHER })).toBeUndefined();
  expect(eventOf({ ...one, sentAtMs: NOW_MS - 180 * 60_000 })).toBeUndefined();
  expect(eventOf(sent({ kind: 'APPROVE', ...approval, amount: '1005000' }))).toBeUndefined();
});

test('a device’s own record of it is understood when it is read back', () => {
  const one = sent({ kind: 'APPROVE', ...approval, amount: '1005000', trade });
  expect(jsonList(trackedTransaction).read(JSON.stringify([one]))).toEqual([one]);
});

test('a batch is understood when it is read back, and what is no batch is none', () => {
  const { hash: _, ...transaction } = sent({ kind: 'SWAP', ...trade });
  const batch = { id: '0x1', deadlineMs: 1_000, transaction };
  expect(keptBatch.read(JSON.stringify(batch))).toEqual(batch);
  for (const other of [
    null,
    [],
    { ...batch, id: 1 },
    { ...batch, transaction: null },
    { ...batch, transaction: { ...transaction, value: '-1' } },
  ])
    expect(keptBatch.read(JSON.stringify(other))).toBeUndefined();
});

test('a resumed swap doesn’t displace a running one; an approval without a trade waits for the next press', () => {
  const event = eventOf(sent({ kind: 'APPROVE', ...approval, amount: '1005000', trade }));
  if (!event) throw new Error('nothing to take up');
  const checking = { stage: 'CHECKING', quote: event.quote } as const;
  expect(reduceSwapRun(checking, event)).toBe(checking);
  const taken = reduceSwapRun({ stage: 'IDLE' }, event);
  expect(taken).toMatchObject({ stage: 'PENDING', index: 0 });
  expect(reduceSwapRun(taken, { type: 'CLOSED' })).toBe(taken);
  expect(reduceSwapRun(taken, { type: 'RELEASED' })).toMatchObject({ stage: 'WAITING', index: 1, quote: event.quote });
});

test('an approved but untraded swap is offered again, unless the device sent something since or it is long ago', () => {
  const inBlock = { kind: 'CONFIRMED', blockNumber: 7, blockHash: '0xab', confirmations: 3, gasFee: '1' } as const;
  const approved = { ...sent({ kind: 'APPROVE', ...approval, amount: '1005000', trade }), status: inBlock };
  const swapped = { ...approved, sentAtMs: approved.sentAtMs + 1, purpose: { kind: 'SWAP' as const, ...trade } };
  const found = unfinishedSwap([approved], OWNER.toLowerCase(), NOW_MS);
  expect(found?.steps.map(({ kind }) => kind)).toEqual(['APPROVE', 'SWAP']);
  expect(unfinishedSwap([swapped, approved], OWNER, NOW_MS)).toBeNull();
  expect(unfinishedSwap([approved], OWNER, NOW_MS + 181 * 60_000)).toBeNull();
  expect(unfinishedSwap([{ ...approved, status: { ...inBlock, kind: 'REVERTED' } }], OWNER, NOW_MS)).toBeNull();
});

function eventOf(...transactions: SwapTransaction[]) {
  return resumeSwap(transactions, OWNER.toLowerCase(), NOW_MS)?.event;
}

function sent(purpose: SwapTransaction['purpose']): SwapTransaction {
  return {
    hash: '0x01',
    owner: OWNER,
    to: OTHER,
    data: '0x',
    value: '0',
    nonce: null,
    sentAtMs: NOW_MS - 1,
    sentAtBlock: 1,
    purpose,
    status: { kind: 'PENDING', missingSinceMs: null, wasMined: false },
  };
}
