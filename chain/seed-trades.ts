import { encodeFunctionData, type Hex, keccak256, maxUint256, numberToHex, parseEther } from 'viem';

import { jufAbi } from '../src/lib/chain/abis/juf.ts';
import { routerAbi } from '../src/lib/chain/abis/router.ts';
import { wjuAbi } from '../src/lib/chain/abis/wju.ts';
import { type ChainAddresses, developmentAddresses } from '../src/lib/chain/addresses/development-addresses.ts';
import type { Clock } from '../src/lib/clock.ts';
import { type ChainTransaction, createNodeClient, type NodeClient, signTransactions } from './node-client.ts';
import { type PlannedTrade, planTrades } from './plan-trades.ts';
import { roleAccount } from './role-accounts.ts';

export interface SeedOptions {
  /** The time the chain's clock is set to at the end. */
  clock: Clock;
  addresses?: ChainAddresses;
}

export interface SeedResult {
  /** `PASSED_BY`: the chain's time is already past missing trades, so the history ends early. */
  outcome: 'SEEDED' | 'ALREADY_SEEDED' | 'PASSED_BY';
  blocksMined: number;
}

interface TradingBlock {
  secondsAfterGenesis: number;
  transactions: ChainTransaction[];
}

interface SignedBlock {
  timestamp: number;
  raw: Hex[];
}

const TRADER_BALANCE = parseEther('5000000');
const TRADER_WRAPPED = parseEther('3000000');

/**
 * Executes 120 days of trades between the chain's genesis and now, and sets its clock to the present. Each trade has a fixed nonce: a
 * second run does nothing, an interrupted one continues. The node must be in automine mode rather than mine by the clock, and is so again
 * afterwards.
 */
export async function seedTrades(rpcUrl: string, { clock, addresses = developmentAddresses }: SeedOptions): Promise<SeedResult> {
  const node = createNodeClient(rpcUrl);
  const trader = roleAccount('trader');
  const planned = planBlocks(addresses);
  const done = await node.getNonce(trader.address);
  const missing = planned.reduce((sum, block) => sum + block.transactions.length, 0) - done;
  try {
    if (missing <= 0) return { outcome: 'ALREADY_SEEDED', blocksMined: 0 };
    await node.call('evm_setAutomine', false);
    // Transactions an interrupted run sent without mining them are sent again in their own block.
    await node.call('anvil_removePoolTransactions', trader.address);
    if (done === 0) await node.call('anvil_setBalance', trader.address, numberToHex(TRADER_BALANCE));
    const blocks = await signBlocks(planned, done, (await node.getBlock('earliest')).timestamp);
    const blocksMined = await mineBlocks(node, blocks);
    if (blocksMined < blocks.length) return { outcome: 'PASSED_BY', blocksMined };
    await requireAllSucceeded(node, blocks);
    return { outcome: 'SEEDED', blocksMined };
  } finally {
    await node.call('evm_setAutomine', true);
    await bringToPresent(node, clock);
  }
}

async function mineBlocks(node: NodeClient, blocks: readonly SignedBlock[]): Promise<number> {
  let { timestamp: head } = await node.getBlock('latest');
  for (const [index, block] of blocks.entries()) {
    if (block.timestamp <= head) return index;
    await node.sendRawTransactions(block.raw);
    await node.call('evm_mine', { timestamp: block.timestamp });
    head = block.timestamp;
  }
  return blocks.length;
}

/** Setting the clock before mining a block would briefly put the chain's time behind the last block's. */
async function bringToPresent(node: NodeClient, clock: Clock): Promise<void> {
  const now = Math.floor(clock().getTime() / 1000);
  if ((await node.getBlock('latest')).timestamp >= now) return;
  await node.call('evm_setTime', now);
  await node.call('evm_mine');
}

function planBlocks(addresses: ChainAddresses): TradingBlock[] {
  const [first, ...rest] = planTrades().blocks.map(({ secondsAfterGenesis, trades }) => ({
    secondsAfterGenesis,
    transactions: trades.map((trade) => encodeTrade(trade, addresses)),
  }));
  if (first === undefined) return [];
  return [{ ...first, transactions: [...preparations(addresses), ...first.transactions] }, ...rest];
}

function preparations({ juf, usdt, wju, router }: ChainAddresses): ChainTransaction[] {
  const approve = encodeFunctionData({ abi: jufAbi, functionName: 'approve', args: [router, maxUint256] });
  return [
    { to: wju, data: encodeFunctionData({ abi: wjuAbi, functionName: 'deposit' }), value: TRADER_WRAPPED, gas: 100_000n },
    ...[juf, usdt, wju].map((to) => ({ to, data: approve, gas: 100_000n })),
  ];
}

function encodeTrade({ tokenIn, tokenOut, amountIn, amountOut }: PlannedTrade, addresses: ChainAddresses): ChainTransaction {
  const path = [addresses[tokenIn], addresses[tokenOut]];
  // Demands the planned output exactly: a pool that differs from the plan fails the trade instead of drifting.
  const args = [amountIn, amountOut, path, roleAccount('trader').address, maxUint256] as const;
  return {
    to: addresses.router,
    data: encodeFunctionData({ abi: routerAbi, functionName: 'swapExactTokensForTokens', args }),
    gas: 250_000n,
  };
}

/** Signs what is missing; a partly executed block keeps its remaining trades. */
async function signBlocks(planned: readonly TradingBlock[], done: number, genesis: number): Promise<SignedBlock[]> {
  const raw = await signTransactions(roleAccount('trader'), done, planned.flatMap((block) => block.transactions).slice(done));
  const blocks: SignedBlock[] = [];
  let nonce = 0;
  for (const { secondsAfterGenesis, transactions } of planned) {
    const firstNonce = nonce;
    nonce += transactions.length;
    if (nonce <= done) continue;
    blocks.push({ timestamp: genesis + secondsAfterGenesis, raw: raw.slice(Math.max(0, firstNonce - done), nonce - done) });
  }
  return blocks;
}

async function requireAllSucceeded(node: NodeClient, blocks: readonly SignedBlock[]): Promise<void> {
  const statuses = await node.getReceiptStatuses(blocks.flatMap((block) => block.raw).map((raw) => keccak256(raw)));
  const failed = statuses.findIndex((status) => status !== 'success');
  if (failed >= 0) throw new Error(`Trade ${failed} of the seeding failed: the pools are not what the plan reckons with`);
}
