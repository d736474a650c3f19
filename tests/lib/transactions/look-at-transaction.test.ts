import { encodeFunctionData, erc20Abi, RpcRequestError, TimeoutError, type Address, type Client, type Hex } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { deployContracts } from '../../../chain/deploy.ts';
import { developmentAccount } from '../../../chain/role-accounts.ts';
import { fromDecimalString } from '../../../src/lib/amount.ts';
import { jsonList } from '../../../src/lib/storage/kept.ts';
import { routerAbi } from '../../../src/lib/chain/abis/router.ts';
import { createJsonRpc, type JsonRpc } from '../../../src/lib/chain/json-rpc.ts';
import { lookAtTransaction, readTransaction } from '../../../src/lib/transactions/look-at-transaction.ts';
import { UNSEEN_AFTER_MS } from '../../../src/lib/transactions/reduce-transaction.ts';
import {
  isSettled,
  trackedTransaction,
  type TrackedTransaction,
  type TransactionPurpose,
} from '../../../src/lib/transactions/tracked-transaction.ts';
import { contracts, FOREVER } from '../../chain/support/exchange.ts';
import { startTestNode, type TestNode } from '../../chain/support/test-node.ts';
import { nodeClient } from '../swap/node-wallet.ts';

const { usdt, wju, router, vault } = contracts;
const from = developmentAccount(1).address;
const GWEI = 10n ** 9n;
const AMOUNT = 5_000_000n;

interface Call {
  to: Address;
  value: bigint;
  data: Hex;
}

interface Order {
  name: string;
  purpose: TransactionPurpose;
  /** Does it with an amount of base units. */
  call: (amount: bigint) => Call;
}

const DEPOSIT: Order = {
  name: 'a deposit',
  purpose: { kind: 'DEPOSIT', walletType: 'USDT', amount: fromDecimalString('5') },
  call: (amount) => ({
    to: usdt.address,
    value: 0n,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [vault.address, amount] }),
  }),
};
const SWAP: Order = {
  name: 'a swap',
  purpose: {
    kind: 'SWAP',
    tokenIn: 'JU',
    tokenOut: 'USDT',
    decimalsIn: 18,
    decimalsOut: 6,
    exact: 'EXACT_IN',
    amountIn: String(AMOUNT * GWEI),
    amountOut: '1',
    limit: '1',
  },
  call: (amount) => ({
    to: router.address,
    value: amount * GWEI,
    data: encodeFunctionData({
      abi: routerAbi,
      functionName: 'swapExactETHForTokens',
      args: [0n, [wju.address, usdt.address], from, FOREVER],
    }),
  }),
};

let node: TestNode;
let rpc: JsonRpc;
let nowMs: number;
let head: number;
beforeAll(async () => {
  node = await startTestNode(['--balance', '100000']);
  await deployContracts(node.url);
  rpc = createJsonRpc(node.url);
  await node.testClient.setAutomine(false);
});
afterAll(() => node.kill());
beforeEach(async () => {
  nowMs = 1_000_000;
  await rpc.call('anvil_dropAllTransactions');
  await mine();
  head = Number(await node.publicClient.getBlockNumber());
});

describe.each([DEPOSIT, SWAP])('$name', (order) => {
  test('waits, is confirmed, and is settled after three blocks', async () => {
    let one = await look(await send(order));
    expect(one.status).toEqual({ kind: 'PENDING', missingSinceMs: null, wasMined: false });
    await mine();
    one = await look(one);
    expect(one.status).toMatchObject({ kind: 'CONFIRMED', confirmations: 1 });
    if (order.purpose.kind === 'SWAP') expect(one.outcome?.amountIn).toBe(order.purpose.amountIn);
    else expect(one.outcome).toBeUndefined();
    expect(isSettled(one)).toBe(false);
    await mine(2);
    one = await look(one);
    expect(one.status).toMatchObject({ kind: 'CONFIRMED', confirmations: 3 });
    expect(isSettled(one)).toBe(true);
  });

  test('a faster one with the same contents replaces it', async () => {
    const one = await look(await send(order));
    const faster = await send(order, { nonce: one.nonce, gas: 5n });
    await mine(3);
    const replaced = await look(one);
    expect(replaced).toMatchObject({ hash: faster.hash, firstHash: one.hash, status: { kind: 'PENDING' } });
    const confirmed = await look(replaced);
    expect(confirmed).toMatchObject({ hash: faster.hash, firstHash: one.hash, status: { kind: 'CONFIRMED' } });
  });

  test('a faster one is found by what it did where the node no longer knows what the account was', async () => {
    const one = await look(await send(order));
    const faster = await send(order, { nonce: one.nonce, gas: 5n });
    await mine(3);
    expect(await look(one, pruned)).toMatchObject({ hash: faster.hash, firstHash: one.hash, status: { kind: 'PENDING' } });
  });

  test('one that sends nothing to oneself cancels it', async () => {
    const one = await look(await send(order));
    const cancelling = await send(order, { nonce: one.nonce, gas: 5n, call: { to: from, value: 0n, data: '0x' } });
    await mine();
    expect((await look(one)).status).toEqual({ kind: 'REPLACED', by: cancelling.hash, as: 'CANCELLED', confirmations: 1 });
  });

  test('another transaction from the same wallet used its nonce', async () => {
    const one = await look(await send(order));
    const other = await send(order, { nonce: one.nonce, gas: 5n, call: order.call(AMOUNT + 1n) });
    await mine();
    const replaced = await look(one);
    expect(replaced.status).toEqual({ kind: 'REPLACED', by: other.hash, as: 'OTHER', confirmations: 1 });
    // Its block may still be reorganised away.
    expect(isSettled(replaced)).toBe(false);
    await mine(2);
    expect(isSettled(await look(replaced))).toBe(true);
  });

  test('is unknown to the network when no node has known it for a minute, and waits again when it comes back', async () => {
    let one = await look(await send(order));
    await node.testClient.dropTransaction({ hash: one.hash });
    one = await look(one);
    expect(one.status).toEqual({ kind: 'PENDING', missingSinceMs: nowMs, wasMined: false });
    nowMs += UNSEEN_AFTER_MS;
    one = await look(one);
    expect(one.status.kind).toBe('UNSEEN');
    const again = await send(order, { nonce: one.nonce, gas: 2n });
    expect(again.hash).toBe(one.hash);
    expect((await look(one)).status.kind).toBe('PENDING');
  });

  test('a reorganisation puts it back, and drops it where the new chain does not hold it', async () => {
    let one = await look(await send(order));
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
});

test('a cancelled one is unknown to the network where the node no longer knows what the account was', async () => {
  const one = await look(await send(DEPOSIT));
  await send(DEPOSIT, { nonce: one.nonce, gas: 5n, call: { to: from, value: 0n, data: '0x' } });
  await mine();
  const missing = await look(one, pruned);
  nowMs += UNSEEN_AFTER_MS;
  expect((await look(missing, pruned)).status.kind).toBe('UNSEEN');
});

test('a node that does not answer changes nothing', async () => {
  const one = await look(await send(DEPOSIT));
  await send(DEPOSIT, { nonce: one.nonce, gas: 5n });
  await mine();
  const silent = (client: Client): Client => refusing(client, () => new TimeoutError({ body: {}, url: '' }));
  await expect(look(one, silent)).rejects.toThrow('took too long');
});

test('a node behind the known head changes nothing', async () => {
  const one = await look(await send(DEPOSIT));
  await rpc.call('anvil_dropAllTransactions');
  head += 1_000;
  expect(await look(one)).toEqual(one);
});

test('reads back everything stored, and drops garbage', async () => {
  const one = await look(await send(DEPOSIT));
  const { read, write } = jsonList(trackedTransaction);
  const stored = JSON.parse(write([one])) as unknown[];
  expect(read(JSON.stringify([...stored, { hash: 'x' }, 7]))).toEqual([one]);
  expect(['{}', 'null', '[]'].map(read)).toEqual([[], [], []]);
});

async function send(
  { purpose, call }: Order,
  differently: { nonce?: number | null; gas?: bigint; call?: Call } = {},
): Promise<TrackedTransaction> {
  const { nonce, gas = 2n, call: made = call(AMOUNT) } = differently;
  const hash = await node.as(1).sendTransaction({
    ...made,
    gas: 500_000n,
    maxFeePerGas: gas * GWEI,
    maxPriorityFeePerGas: gas * GWEI,
    ...(typeof nonce === 'number' ? { nonce } : {}),
  });
  return {
    hash,
    owner: from,
    ...made,
    value: String(made.value),
    nonce: null,
    sentAtMs: nowMs,
    sentAtBlock: head,
    purpose,
    status: { kind: 'PENDING', missingSinceMs: null, wasMined: false },
  };
}

/** Answers as a node that keeps an account's past for minutes only. */
function pruned(client: Client): Client {
  return refusing(client, () => new RpcRequestError({ body: {}, url: '', error: { code: -32000, message: 'missing trie node' } }));
}

function refusing(client: Client, refusal: () => Error): Client {
  const request = (args: { method: string; params?: unknown }, ...rest: unknown[]): Promise<unknown> => {
    const isOfPast = args.method === 'eth_getTransactionCount' && Array.isArray(args.params) && String(args.params[1]).startsWith('0x');
    if (isOfPast) return Promise.reject(refusal());
    return Reflect.apply(client.request, client, [args, ...rest]) as Promise<unknown>;
  };
  return { ...client, request: request as Client['request'] };
}

async function look(one: TrackedTransaction, as: (client: Client) => Client = (client) => client): Promise<TrackedTransaction> {
  const explainRevert = () => Promise.resolve('OTHER' as const);
  const client = as(nodeClient(node.url));
  const reading = await readTransaction(client, one);
  const transaction = await lookAtTransaction(one, reading, { client, nowMs, leastHead: head, isTaken: () => false, explainRevert });
  head = Math.max(head, reading.headNumber);
  return transaction;
}

async function mine(blocks = 1): Promise<void> {
  await node.testClient.mine({ blocks });
}
