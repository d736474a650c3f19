import { createClient, custom, encodeFunctionData, RpcRequestError, type Client } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { deployContracts } from '../../../chain/deploy.ts';
import { developmentAccount } from '../../../chain/role-accounts.ts';
import { jufAbi } from '../../../src/lib/chain/abis/juf.ts';
import { developmentAddresses } from '../../../src/lib/chain/addresses/development-addresses.ts';
import { createJsonRpc } from '../../../src/lib/chain/json-rpc.ts';
import type { RequestArguments } from '../../../src/lib/chain/wallets/eip1193.ts';
import { quoteSwap, type SwapKind, type SwapQuote } from '../../../src/lib/swap/quote-swap.ts';
import type { Market, MarketFacts } from '../../../src/lib/swap/market.ts';
import { offersBatches } from '../../../src/stores/swap-batch.ts';
import type { KeptBatch } from '../../../src/lib/swap/resume-swap.ts';
import { runSwap } from '../../../src/lib/swap/run-swap.ts';
import type { SwapOrder } from '../../../src/lib/swap/swap-order.ts';
import { limitOf } from '../../../src/lib/swap/slippage.ts';
import { reduceSwapRun, type SwapRun } from '../../../src/lib/swap/reduce-swap-run.ts';
import type { SwapSymbol } from '../../../src/lib/swap/swap-token.ts';
import { explainRevert } from '../../../src/lib/transactions/explain-revert.ts';
import { lookAtTransaction, readTransaction } from '../../../src/lib/transactions/look-at-transaction.ts';
import type { TrackedTransaction } from '../../../src/lib/transactions/tracked-transaction.ts';
import { contracts } from '../../chain/support/exchange.ts';
import { startTestNode, type TestNode } from '../../chain/support/test-node.ts';
import { BatchingWallet, type BatchManner } from '../../support/batching-wallet.ts';
import { receiptOf } from '../../support/receipt-of.ts';
import { nodeClient, NodeWallet } from './node-wallet.ts';
import { readMarket, readMarketFacts } from './read-market.ts';
import { tokens } from './swap-world.ts';

const { router, wju, usdt } = developmentAddresses;
const ACCOUNT = 3;
const owner = developmentAccount(ACCOUNT).address;

let node: TestNode;
let client: Client;
let facts: MarketFacts;
let wallet: NodeWallet;
let snapshot: `0x${string}`;
beforeAll(async () => {
  node = await startTestNode(['--balance', '100000']);
  await deployContracts(node.url);
  client = nodeClient(node.url);
  facts = await readMarketFacts(node.url, developmentAddresses);
  snapshot = await node.testClient.snapshot();
});
afterAll(() => node.kill());
beforeEach(async () => {
  await node.testClient.revert({ id: snapshot });
  snapshot = await node.testClient.snapshot();
  wallet = new NodeWallet(node.url, owner);
});

test('the exchange’s fee, pairs and decimals are read from the chain', () => {
  expect(facts.feeBasisPoints).toBe(50n);
  expect(facts.pairs).toHaveLength(3);
  expect(facts.tokens).toEqual(tokens);
});

describe('a trade yields its quote, to the last unit', () => {
  const cases: [SwapKind, SwapSymbol, SwapSymbol, bigint, number][] = [
    ['EXACT_IN', 'USDT', 'JUF', 250_000_001n, 2],
    ['EXACT_OUT', 'USDT', 'JUF', 123_456_789_012_345_678_901n, 2],
    ['EXACT_IN', 'JU', 'USDT', 7_000_000_000_000_000_001n, 1],
    ['EXACT_OUT', 'JU', 'JUF', 5_000_000_000_000_000_003n, 1],
    ['EXACT_IN', 'JUF', 'JU', 9_999_999_999_999_999_999n, 2],
    ['EXACT_OUT', 'JUF', 'JU', 3_000_000_000_000_000_007n, 2],
    ['EXACT_IN', 'JU', 'WJU', 11n, 1],
  ];
  test.each(cases)('%s %s to %s', async (kind, from, to, amount, transactions) => {
    const before = await market();
    const quote = quoteOf(before, kind, from, to, amount);
    const { run, last } = await swap(orderOf(quote));
    expect(endOf(run)).toBe('DONE');
    expect(wallet.sent).toBe(transactions);
    expect(last?.outcome).toEqual({ amountIn: quote.amountIn.toString(), amountOut: quote.amountOut.toString() });
    const after = await market();
    const gained = (symbol: SwapSymbol): bigint => balance(after, symbol) - balance(before, symbol);
    if (from !== 'JU') expect(gained(from)).toBe(-quote.amountIn);
    if (to !== 'JU') expect(gained(to)).toBe(quote.amountOut);
  });

  test('WJU becomes JU again', async () => {
    await swap(orderOf(quoteOf(await market(), 'EXACT_IN', 'JU', 'WJU', 500n)));
    await swap(orderOf(quoteOf(await market(), 'EXACT_IN', 'WJU', 'JU', 200n)));
    expect(balance(await market(), 'WJU')).toBe(300n);
  });
});

describe('the router’s allowance', () => {
  test('is exactly what the trade takes: nothing is left of it', async () => {
    await swap(orderOf(quoteOf(await market(), 'EXACT_IN', 'USDT', 'JUF', 1_000_000n)));
    expect((await market()).holdings?.allowances.USDT).toBe(0n);
  });

  test('is read again after the approval: one that was edited in the wallet ends the swap before the trade', async () => {
    wallet.before = ({ method, params }) => (method === 'eth_sendTransaction' ? sendEdited(params) : undefined);
    const { run } = await swap(orderOf(quoteOf(await market(), 'EXACT_IN', 'USDT', 'JUF', 1_000_000n)));
    expect(run).toMatchObject({ stage: 'FAILED', failure: 'ALLOWANCE_EDITED', index: 0 });
    expect(wallet.sent).toBe(1);
  });

  test('is set to zero first where the token refuses to change it', async () => {
    await approve(5n);
    let refused = 0;
    const plain = createJsonRpc(node.url);
    const request = async ({ method, params = [] }: RequestArguments): Promise<unknown> => {
      // Approvals are tried once to see whether they pass, and once more when they are sent.
      if (method !== 'eth_call' || !JSON.stringify(params).includes('0x095ea7b3') || refused > 0) return plain.call(method, ...params);
      refused += 1;
      throw new RpcRequestError({ body: {}, error: { code: 3, message: 'execution reverted' }, url: node.url });
    };
    const stubborn = createClient({ transport: custom({ request }, { retryCount: 0 }) });
    const { run, kinds } = await swap(orderOf(quoteOf(await market(), 'EXACT_IN', 'USDT', 'JUF', 1_000_000n)), stubborn);
    expect(run.stage).toBe('DONE');
    expect(kinds).toEqual(['RESET_ALLOWANCE', 'APPROVE', 'SWAP']);
  });

  async function sendEdited(params: readonly unknown[] = []): Promise<unknown> {
    const [transaction] = params;
    if (typeof transaction !== 'object') throw new Error('no transaction');
    const data = encodeFunctionData({ abi: jufAbi, functionName: 'approve', args: [router, 999_999n] });
    return createJsonRpc(node.url).call('eth_sendTransaction', { ...transaction, data });
  }
});

describe('a wallet that does several calls with one confirmation', () => {
  async function withBatches(manner: BatchManner): Promise<BatchingWallet> {
    const batching = await BatchingWallet.create(node, ACCOUNT);
    batching.manner = manner;
    wallet.before = ({ method, params }) => batching.answer(method, params ?? []);
    return batching;
  }

  test.each<[SwapKind, SwapSymbol, SwapSymbol, bigint]>([
    ['EXACT_IN', 'USDT', 'JUF', 250_000_001n],
    ['EXACT_OUT', 'JUF', 'JU', 3_000_000_000_000_000_007n],
  ])('approves and trades at once: %s %s to %s', async (kind, from, to, amount) => {
    const batching = await withBatches('FAITHFUL');
    const before = await market();
    const quote = quoteOf(before, kind, from, to, amount);
    const { run, kinds, last, kept } = await swap(orderOf(quote));
    expect(endOf(run)).toBe('DONE');
    expect(kinds).toEqual(['SWAP']);
    expect([batching.asked, wallet.sent]).toEqual([1, 0]);
    expect(last?.outcome).toEqual({ amountIn: quote.amountIn.toString(), amountOut: quote.amountOut.toString() });
    const after = await market();
    expect(balance(after, from) - balance(before, from)).toBe(-quote.amountIn);
    expect(after.holdings?.allowances).toEqual({ JUF: 0n, USDT: 0n, WJU: 0n });
    // Remembered from the wallet's yes until the transaction is known.
    expect(kept.map((batch) => batch?.id ?? null)).toEqual(['batch 1', null]);
  });

  test('gets one transaction where one is enough', async () => {
    const batching = await withBatches('FAITHFUL');
    expect(endOf((await swap(orderOf(quoteOf(await market(), 'EXACT_IN', 'JU', 'USDT', 10n ** 18n)))).run)).toBe('DONE');
    expect([batching.asked, wallet.sent]).toEqual([0, 1]);
  });

  test.each<[BatchManner, number]>([
    ['REFUSING', 1],
    ['READY', 0],
  ])('goes step by step with one that is %s', async (manner, asked) => {
    const batching = await withBatches(manner);
    const { run, kinds } = await swap(orderOf(quoteOf(await market(), 'EXACT_IN', 'USDT', 'JUF', 1_000_000n)));
    expect(endOf(run)).toBe('DONE');
    expect(kinds).toEqual(['APPROVE', 'SWAP']);
    expect([batching.asked, wallet.sent]).toEqual([asked, 2]);
  });

  test.each<[BatchManner, string]>([
    ['DECLINED', 'USER_REJECTED'],
    ['LYING', 'BATCH_PARTLY'],
    ['HALF_WAY', 'BATCH_PARTLY'],
  ])('is not believed to have swapped when it is %s', async (manner, failure) => {
    await withBatches(manner);
    const before = await market();
    expect(await failureOf(orderOf(quoteOf(before, 'EXACT_IN', 'USDT', 'JUF', 1_000_000n)))).toBe(failure);
    expect(balance(await market(), 'USDT')).toBe(balance(before, 'USDT'));
    expect(wallet.sent).toBe(0);
  });

  test('undoes the approval with the trade', async () => {
    const batching = await withBatches('FAITHFUL');
    const order = orderOf(quoteOf(await market(), 'EXACT_OUT', 'USDT', 'JU', 10n ** 20n));
    wallet.before = async ({ method, params }) => {
      if (method === 'wallet_sendCalls') await moveReserves('USDT');
      return batching.answer(method, params ?? []);
    };
    expect(await failureOf(order)).toBe('BATCH_UNDONE');
    expect((await market()).holdings?.allowances.USDT).toBe(0n);
  });

  test('gets no request once the price has moved beyond the limit', async () => {
    const batching = await withBatches('FAITHFUL');
    const order = orderOf(quoteOf(await market(), 'EXACT_OUT', 'USDT', 'JU', 10n ** 20n));
    await moveReserves('USDT');
    expect(await failureOf(order)).toBe('PRICE_MOVED');
    expect(batching.asked).toBe(0);
  });

  test('is abandoned long after the deadline', async () => {
    await withBatches('STALLING');
    const order = orderOf(quoteOf(await market(), 'EXACT_IN', 'USDT', 'JUF', 1_000_000n));
    const { run, kept } = await swap(order, client, 60_000);
    expect(run).toMatchObject({ stage: 'FAILED', failure: 'UNSEEN' });
    expect(kept.at(-1)).toBeNull();
  });
});

describe('nothing is sent', () => {
  test('when the reserves moved beyond the limit since the quote', async () => {
    const order = orderOf(quoteOf(await market(), 'EXACT_IN', 'JU', 'USDT', 10n ** 20n));
    await moveReserves();
    expect(await failureOf(order)).toBe('PRICE_MOVED');
    expect(wallet.sent).toBe(0);
  });
  test('when they moved beyond it while the approval was confirmed: only the approval remains', async () => {
    const order = orderOf(quoteOf(await market(), 'EXACT_OUT', 'USDT', 'JU', 10n ** 20n));
    let asked = 0;
    wallet.before = async ({ method }) => {
      if (method === 'eth_sendTransaction' && (asked += 1) === 1) await moveReserves('USDT');
    };
    expect(await failureOf(order)).toBe('PRICE_MOVED');
    expect(wallet.sent).toBe(1);
  });
  test('when the wallet has gone to another chain', async () => {
    const order = orderOf(quoteOf(await market(), 'EXACT_IN', 'JU', 'USDT', 10n ** 18n));
    wallet.before = ({ method }) => (method === 'eth_chainId' ? '0x1' : undefined);
    expect(await failureOf(order)).toBe('WRONG_CHAIN');
    expect(wallet.sent).toBe(0);
  });
  test('when the wallet uses another account', async () => {
    const order = orderOf(quoteOf(await market(), 'EXACT_IN', 'JU', 'USDT', 10n ** 18n));
    wallet.before = ({ method }) => (method === 'eth_accounts' ? [router] : undefined);
    expect(await failureOf(order)).toBe('WRONG_ACCOUNT');
    expect(wallet.sent).toBe(0);
  });
  test('when the person holds less than the trade takes', async () => {
    const held = balance(await market(), 'JUF');
    await approveAll();
    expect(await failureOf(orderOf(quoteOf(await market(), 'EXACT_IN', 'JUF', 'USDT', held + 1n)))).toBe('INSUFFICIENT_BALANCE');
    expect(await failureOf(orderOf(quoteOf(await market(), 'EXACT_IN', 'JU', 'USDT', balance(await market(), 'JU'))))).toBe(
      'INSUFFICIENT_FUNDS',
    );
    expect(wallet.sent).toBe(0);
  });
  test('when the node does not answer', async () => {
    const order = orderOf(quoteOf(await market(), 'EXACT_IN', 'USDT', 'JUF', 1_000_000n));
    const { run } = await swap(order, nodeClient('http://127.0.0.1:9'));
    expect(run).toMatchObject({ stage: 'FAILED', failure: 'NODE_UNREACHABLE' });
    expect(wallet.sent).toBe(0);
  });
});

describe('the person declines', () => {
  test.each([1, 2])('at transaction %i', async (declined) => {
    const order = orderOf(quoteOf(await market(), 'EXACT_IN', 'USDT', 'JUF', 1_000_000n));
    let asked = 0;
    wallet.before = ({ method }) => {
      if (method === 'eth_sendTransaction' && (asked += 1) === declined) throw Object.assign(new Error('no'), { code: 4001 });
    };
    const { run } = await swap(order);
    expect(run).toMatchObject({ stage: 'FAILED', failure: 'USER_REJECTED', index: declined - 1 });
  });

  test('reports a request that is already pending in the wallet', async () => {
    wallet.before = ({ method }) => {
      if (method === 'eth_sendTransaction') throw Object.assign(new Error('busy'), { code: -32002 });
    };
    expect(await failureOf(orderOf(quoteOf(await market(), 'EXACT_IN', 'JU', 'USDT', 10n ** 18n)))).toBe('REQUEST_PENDING');
  });
});

test('a trade whose block comes later than its estimate, and so writes more, does not run out of gas', async () => {
  const quote = quoteOf(await market(), 'EXACT_IN', 'JU', 'JUF', 10n ** 18n);
  wallet.before = async ({ method }) => {
    if (method !== 'eth_sendTransaction') return undefined;
    const { timestamp } = await node.publicClient.getBlock();
    await node.testClient.setNextBlockTimestamp({ timestamp: timestamp + 60n });
    return undefined;
  };
  const { run, last } = await swap(orderOf(quote));
  expect(endOf(run)).toBe('DONE');
  const { gas } = await node.publicClient.getTransaction({ hash: last?.hash ?? '0x' });
  const { gasUsed } = await node.publicClient.getTransactionReceipt({ hash: last?.hash ?? '0x' });
  expect(gas).toBeGreaterThan((gasUsed * 11n) / 10n);
});

test('a trade confirmed after its deadline reverts, and its reason is reported', async () => {
  const order = orderOf(quoteOf(await market(), 'EXACT_IN', 'JU', 'USDT', 10n ** 18n));
  wallet.before = async ({ method }) => {
    if (method !== 'eth_sendTransaction') return undefined;
    const { timestamp } = await node.publicClient.getBlock();
    await node.testClient.setNextBlockTimestamp({ timestamp: timestamp + 21n * 60n });
    return undefined;
  };
  const { run, last } = await swap(order);
  expect(run).toMatchObject({ stage: 'FAILED', failure: 'EXPIRED' });
  expect(last?.status.kind).toBe('REVERTED');
});

function market(): Promise<Market> {
  return readMarket(node.url, facts, owner);
}

function balance({ holdings }: Market, symbol: SwapSymbol): bigint {
  if (!holdings) throw new Error('nobody’s');
  return holdings.balances[symbol];
}

function quoteOf({ pools }: Market, kind: SwapKind, from: SwapSymbol, to: SwapSymbol, amount: bigint): SwapQuote {
  const { feeBasisPoints } = facts;
  const result = quoteSwap({ kind, tokenIn: tokens[from], tokenOut: tokens[to], amount }, { pools, wju, feeBasisPoints });
  if (!result.ok) throw new Error(result.reason);
  return result.quote;
}

function orderOf(quote: SwapQuote): SwapOrder {
  return { owner, quote, limit: limitOf(quote, 50n), router, wju, deadlineMinutes: 20 };
}

async function swap(
  order: SwapOrder,
  reads: Client = client,
  pauseMs = 0,
): Promise<{ run: SwapRun; kinds: string[]; last: TrackedTransaction | undefined; kept: (KeptBatch | null)[] }> {
  let run: SwapRun = { stage: 'IDLE' };
  let passedMs = 0;
  const kept: (KeptBatch | null)[] = [];
  const followed: TrackedTransaction[] = [];
  await runSwap(order, {
    client: reads,
    wallet,
    nowMs: () => Date.now() + passedMs,
    batches: {
      areOffered: () => offersBatches(wallet, owner),
      keep: (batch) => void kept.push(batch),
      pause: () => Promise.resolve(void (passedMs += pauseMs)),
    },
    emit: (event) => void (run = reduceSwapRun(run, event)),
    follow: async (sent) => {
      const explain = (reverted: TrackedTransaction, block: number) => explainRevert(client, reverted, block);
      let seen = sent;
      while (seen.status.kind === 'PENDING')
        seen = await lookAtTransaction(seen, await readTransaction(client, seen), {
          client,
          nowMs: Date.now(),
          leastHead: 0,
          isTaken: () => false,
          explainRevert: explain,
        });
      followed.push(seen);
      return seen;
    },
  });
  return { run, kinds: followed.map(({ purpose }) => purpose.kind), last: followed.at(-1), kept };
}

async function failureOf(order: SwapOrder): Promise<string> {
  const { run } = await swap(order);
  return run.stage === 'FAILED' ? run.failure : run.stage;
}

/** A failure with all its details. */
function endOf(run: SwapRun): string {
  return run.stage === 'FAILED' ? `${run.failure} at transaction ${run.index + 1}: ${run.detail}` : run.stage;
}

/** Somebody else sells a hundredth of the pool, or a tenth of the other side. */
async function moveReserves(tokenIn: 'JU' | 'USDT' = 'JU'): Promise<void> {
  const [to, deadline] = [developmentAccount(5).address, 10n ** 12n];
  // With the bare estimate a trade in a later block may run out of it.
  const gas = 500_000n;
  if (tokenIn === 'JU') {
    const args = [0n, [wju, usdt], to, deadline] as const;
    await mined(node.as(5).writeContract({ ...contracts.router, functionName: 'swapExactETHForTokens', args, value: 10n ** 22n, gas }));
    return;
  }
  const args = [10n ** 10n, 0n, [usdt, wju], to, deadline] as const;
  await mined(node.as(5).writeContract({ ...contracts.usdt, functionName: 'approve', args: [router, args[0]] }));
  await mined(node.as(5).writeContract({ ...contracts.router, functionName: 'swapExactTokensForETH', args, gas }));
}

async function approve(amount: bigint): Promise<void> {
  await mined(node.as(ACCOUNT).writeContract({ ...contracts.usdt, functionName: 'approve', args: [router, amount] }));
}

async function approveAll(): Promise<void> {
  await mined(node.as(ACCOUNT).writeContract({ ...contracts.juf, functionName: 'approve', args: [router, 2n ** 256n - 1n] }));
}

async function mined(sending: Promise<`0x${string}`>): Promise<void> {
  const { status } = await receiptOf(node.publicClient, await sending);
  expect(status).toBe('success');
}
