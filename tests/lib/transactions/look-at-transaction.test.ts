import { parseEther } from 'viem';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { developmentAccount } from '../../../chain/role-accounts.ts';
import { createJsonRpc, type JsonRpc } from '../../../src/lib/chain/json-rpc.ts';
import { lookAtTransaction } from '../../../src/lib/transactions/look-at-transaction.ts';
import { UNSEEN_AFTER_MS } from '../../../src/lib/transactions/reduce-transaction.ts';
import { isSettled, readTrackedTransactions, type TrackedTransaction } from '../../../src/lib/transactions/tracked-transaction.ts';
import { startTestNode, type TestNode } from '../../chain/support/test-node.ts';
import { nodeClient } from '../swap/node-wallet.ts';
import { readTransaction } from '../../../src/lib/transactions/read-transaction.ts';

const from = developmentAccount(1).address;
const to = developmentAccount(2).address;
const GWEI = 10n ** 9n;

let node: TestNode;
let rpc: JsonRpc;
let nowMs: number;
let head: number;
beforeAll(async () => {
  node = await startTestNode([]);
  rpc = createJsonRpc(node.url);
  await node.testClient.setAutomine(false);
});
afterAll(() => node.kill());
beforeEach(async () => {
  nowMs = 1_000_000;
  head = 0;
  await rpc.call('anvil_dropAllTransactions');
  await mine();
});

test('waits, is confirmed, and is settled after three blocks', async () => {
  let one = await look(await send());
  expect(one.status).toEqual({ kind: 'PENDING', missingSinceMs: null, wasMined: false });
  await mine();
  one = await look(one);
  expect(one.status).toMatchObject({ kind: 'CONFIRMED', confirmations: 1 });
  expect(one.outcome).toEqual({ amountIn: '1', amountOut: '1' });
  expect(isSettled(one)).toBe(false);
  await mine(2);
  one = await look(one);
  expect(one.status).toMatchObject({ kind: 'CONFIRMED', confirmations: 3 });
  expect(isSettled(one)).toBe(true);
});

test('a faster one with the same contents replaces it', async () => {
  const one = await look(await send());
  const faster = await send({ nonce: one.nonce, gas: 5n });
  await mine(3);
  const replaced = await look(one);
  expect(replaced).toMatchObject({ hash: faster.hash, firstHash: one.hash, status: { kind: 'PENDING' } });
  const confirmed = await look(replaced);
  expect(confirmed).toMatchObject({ hash: faster.hash, firstHash: one.hash, status: { kind: 'CONFIRMED' } });
});

test('one that sends nothing to oneself cancels it', async () => {
  const one = await look(await send());
  const cancelling = await send({ nonce: one.nonce, gas: 5n, to: from, value: 0n });
  await mine();
  expect((await look(one)).status).toEqual({ kind: 'REPLACED', by: cancelling.hash, as: 'CANCELLED', confirmations: 1 });
});

test('another transaction from the same wallet used its nonce', async () => {
  const one = await look(await send());
  const other = await send({ nonce: one.nonce, gas: 5n, value: 7n });
  await mine();
  const replaced = await look(one);
  expect(replaced.status).toEqual({ kind: 'REPLACED', by: other.hash, as: 'OTHER', confirmations: 1 });
  // Its block may still be reorganised away.
  expect(isSettled(replaced)).toBe(false);
  await mine(2);
  expect(isSettled(await look(replaced))).toBe(true);
});

test('a transaction is dropped when no node knows it for a minute, and found again when it comes back', async () => {
  let one = await look(await send());
  await node.testClient.dropTransaction({ hash: one.hash });
  one = await look(one);
  expect(one.status).toEqual({ kind: 'PENDING', missingSinceMs: nowMs, wasMined: false });
  nowMs += UNSEEN_AFTER_MS;
  one = await look(one);
  expect(one.status.kind).toBe('UNSEEN');
  const again = await send({ nonce: one.nonce, gas: 2n });
  expect(again.hash).toBe(one.hash);
  expect((await look(one)).status.kind).toBe('PENDING');
});

test('a reorganisation puts it back, and drops it where the new chain does not hold it', async () => {
  let one = await look(await send());
  const before = await node.testClient.snapshot();
  await mine();
  one = await look(one);
  expect(one.status.kind).toBe('CONFIRMED');
  await node.testClient.revert({ id: before });
  await rpc.call('anvil_dropAllTransactions');
  await mine(2);
  one = await look(one);
  expect(one.status).toEqual({ kind: 'PENDING', missingSinceMs: nowMs, wasMined: true });
  expect(one.outcome).toBeUndefined();
  nowMs += UNSEEN_AFTER_MS;
  expect((await look(one)).status.kind).toBe('UNSEEN');
});

test('a node behind the known head changes nothing', async () => {
  const one = await look(await send());
  await rpc.call('anvil_dropAllTransactions');
  head += 1_000;
  expect(await look(one)).toEqual(one);
});

test('reads back everything stored, and drops garbage', async () => {
  const one = await look(await send());
  expect(readTrackedTransactions(JSON.stringify([one, { hash: 'x' }, 7]))).toEqual([one]);
  expect(['', 'nonsense', '{}', 'null'].map(readTrackedTransactions)).toEqual([[], [], [], []]);
});

async function send(
  differently: { nonce?: number | null; gas?: bigint; to?: typeof to; value?: bigint } = {},
): Promise<TrackedTransaction> {
  const { nonce, gas = 2n, value = parseEther('0.5') } = differently;
  const receiver = differently.to ?? to;
  const hash = await node.as(1).sendTransaction({
    to: receiver,
    value,
    gas: 50_000n,
    maxFeePerGas: gas * GWEI,
    maxPriorityFeePerGas: gas * GWEI,
    ...(typeof nonce === 'number' ? { nonce } : {}),
  });
  return {
    hash,
    owner: from,
    to: receiver,
    data: '0x',
    value: value.toString(),
    nonce: null,
    sentAtMs: nowMs,
    sentAtBlock: head,
    purpose: {
      kind: 'WRAP',
      tokenIn: 'JU',
      tokenOut: 'WJU',
      decimalsIn: 18,
      decimalsOut: 18,
      exact: 'EXACT_IN',
      amountIn: '1',
      amountOut: '1',
      limit: '1',
    },
    status: { kind: 'PENDING', missingSinceMs: null, wasMined: false },
  };
}

async function look(one: TrackedTransaction): Promise<TrackedTransaction> {
  const explainRevert = () => Promise.resolve('OTHER' as const);
  const client = nodeClient(node.url);
  const reading = await readTransaction(client, one);
  const transaction = await lookAtTransaction(one, reading, { client, nowMs, leastHead: head, isTaken: () => false, explainRevert });
  head = Math.max(head, reading.headNumber);
  return transaction;
}

async function mine(blocks = 1): Promise<void> {
  await node.testClient.mine({ blocks });
}
