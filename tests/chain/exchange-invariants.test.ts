import fc from 'fast-check';
import { type Address, parseUnits } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { deployContracts } from '../../chain/deploy.ts';
import { developmentAccount, roleAccount } from '../../chain/role-accounts.ts';
import { applySync, type PairState } from '../../src/lib/chain/cumulative-price.ts';
import { jufAbi } from '../../src/lib/chain/abis/juf.ts';
import { getAmountOut } from '../../src/lib/chain/exchange-math.ts';
import { approveRouter, balanceOf, contracts, FOREVER, mined } from './support/exchange.ts';
import { startTestNode, type TestNode } from './support/test-node.ts';

const { juf, usdt, wju, router, jufUsdt, jufWju, wjuUsdt } = contracts;
const FEE = 50n;
const DEAD = '0x000000000000000000000000000000000000dEaD';
const TRADERS = [0, 1, 2] as const;
let node: TestNode;

beforeAll(async () => {
  node = await startTestNode();
  await deployContracts(node.url);
  for (const account of TRADERS) await approveRouter(node, account, juf.address, usdt.address, jufUsdt.address);
});
afterAll(() => node.kill());

type Step = { account: number; waitSeconds: number } & (
  | { kind: 'SELL_JUF' | 'SELL_USDT' | 'GIVE'; amount: bigint }
  | { kind: 'ADD'; juf: bigint; usdt: bigint }
  | { kind: 'REMOVE'; percent: bigint }
  | { kind: 'SYNC' | 'SKIM' }
);

const who = { account: fc.constantFrom(...TRADERS), waitSeconds: fc.integer({ min: 1, max: 100_000 }) };
const jufAmount = fc.bigInt(1n, parseUnits('9000', 18));
const usdtAmount = fc.bigInt(1n, parseUnits('9000', 6));
const stepArbitrary: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ ...who, kind: fc.constant('SELL_JUF' as const), amount: jufAmount }) },
  { weight: 4, arbitrary: fc.record({ ...who, kind: fc.constant('SELL_USDT' as const), amount: usdtAmount }) },
  { weight: 2, arbitrary: fc.record({ ...who, kind: fc.constant('ADD' as const), juf: jufAmount, usdt: usdtAmount }) },
  { weight: 2, arbitrary: fc.record({ ...who, kind: fc.constant('REMOVE' as const), percent: fc.bigInt(1n, 100n) }) },
  { weight: 1, arbitrary: fc.record({ ...who, kind: fc.constant('GIVE' as const), amount: fc.bigInt(1n, 10n ** 18n) }) },
  { weight: 1, arbitrary: fc.record({ ...who, kind: fc.constantFrom('SYNC' as const, 'SKIM' as const) }) },
);

describe('for any sequence of actions in a pool', () => {
  test('no share loses value, no token appears or gets lost, every trade is exact, and the price sums match ours', async () => {
    let trades = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(stepArbitrary, { minLength: 20, maxLength: 30 }), async (steps) => {
        const id = await node.testClient.snapshot();
        try {
          trades += await runSteps(steps);
        } finally {
          await node.testClient.revert({ id });
        }
      }),
      { numRuns: 6 },
    );
    expect(trades).toBeGreaterThan(30);
  });
});

/** Returns the number of trades. */
async function runSteps(steps: readonly Step[]): Promise<number> {
  let trades = 0;
  const supplies = await readSupplies();
  let before = await readPair();
  for (const step of steps) {
    const { timestamp } = await node.publicClient.getBlock();
    const at = timestamp + BigInt(step.waitSeconds);
    await node.testClient.setNextBlockTimestamp({ timestamp: at });
    const expected = expectedOutcome(step, before);
    const outcome = await perform(step).then(
      () => 'DONE' as const,
      () => 'REFUSED' as const,
    );
    const after = await readPair();
    // k per share² is a share's worth; compared in integers: k₁ · s₀² ≥ k₀ · s₁².
    expect(product(after) * before.supply ** 2n).toBeGreaterThanOrEqual(product(before) * after.supply ** 2n);
    if (after.supply === before.supply) expect(product(after)).toBeGreaterThanOrEqual(product(before));
    if (outcome === 'DONE' && expected !== null) {
      trades += 1;
      expect({ reserve0: after.state.reserve0, reserve1: after.state.reserve1 }).toEqual(expected);
    }
    expect(after.state).toEqual(applyChange(before.state, after.state));
    expect(await readSupplies()).toEqual(supplies);
    before = after;
  }
  return trades;
}

interface PairView {
  state: PairState;
  /** Held in excess of the reserves. */
  gift0: bigint;
  gift1: bigint;
  supply: bigint;
}

/** If the pair was updated, its sums must match ours computed from its old state; otherwise nothing may have changed. */
function applyChange(before: PairState, after: PairState): PairState {
  return after.changedAt === before.changedAt ? before : applySync(before, after, after.changedAt);
}

const isJufFirst = juf.address.toLowerCase() < usdt.address.toLowerCase();

/** The pool after a trade; earlier gifts that weren't taken back become part of it. */
function expectedOutcome(step: Step, { state, gift0, gift1 }: PairView): { reserve0: bigint; reserve1: bigint } | null {
  if (step.kind !== 'SELL_JUF' && step.kind !== 'SELL_USDT') return null;
  const isZeroIn = (step.kind === 'SELL_JUF') === isJufFirst;
  const { reserve0, reserve1 } = state;
  const [reserveIn, reserveOut] = isZeroIn ? [reserve0, reserve1] : [reserve1, reserve0];
  const amountOut = getAmountOut(step.amount, { reserveIn, reserveOut }, FEE);
  const [change0, change1] = isZeroIn ? [step.amount, -amountOut] : [-amountOut, step.amount];
  return { reserve0: reserve0 + gift0 + change0, reserve1: reserve1 + gift1 + change1 };
}

async function perform(step: Step): Promise<void> {
  const wallet = node.as(step.account);
  const to = developmentAccount(step.account).address;
  // With explicit gas, a failing call is mined as a failure instead of being refused by an estimate.
  const gas = 400_000n;
  switch (step.kind) {
    case 'SELL_JUF':
    case 'SELL_USDT': {
      const path = step.kind === 'SELL_JUF' ? [juf.address, usdt.address] : [usdt.address, juf.address];
      await mined(
        node,
        wallet.writeContract({ ...router, functionName: 'swapExactTokensForTokens', args: [step.amount, 0n, path, to, FOREVER], gas }),
      );
      return;
    }
    case 'ADD': {
      const args = [juf.address, usdt.address, step.juf, step.usdt, 0n, 0n, to, FOREVER] as const;
      await mined(node, wallet.writeContract({ ...router, functionName: 'addLiquidity', args, gas }));
      return;
    }
    case 'REMOVE': {
      const share = ((await balanceOf(node, jufUsdt.address, to)) * step.percent) / 100n;
      const args = [juf.address, usdt.address, share, 0n, 0n, to, FOREVER] as const;
      await mined(node, wallet.writeContract({ ...router, functionName: 'removeLiquidity', args, gas }));
      return;
    }
    case 'GIVE':
      await mined(node, wallet.writeContract({ ...juf, functionName: 'transfer', args: [jufUsdt.address, step.amount], gas }));
      return;
    case 'SYNC':
      await mined(node, wallet.writeContract({ ...jufUsdt, functionName: 'sync', gas }));
      return;
    case 'SKIM':
      await mined(node, wallet.writeContract({ ...jufUsdt, functionName: 'skim', args: [to], gas }));
  }
}

async function readPair(): Promise<PairView> {
  const read = <Name extends 'price0CumulativeLast' | 'price1CumulativeLast' | 'totalSupply'>(functionName: Name) =>
    node.publicClient.readContract({ ...jufUsdt, functionName });
  const [[reserve0, reserve1, changedAt], price0Cumulative, price1Cumulative, supply, jufHeld, usdtHeld] = await Promise.all([
    node.publicClient.readContract({ ...jufUsdt, functionName: 'getReserves' }),
    read('price0CumulativeLast'),
    read('price1CumulativeLast'),
    read('totalSupply'),
    balanceOf(node, juf.address, jufUsdt.address),
    balanceOf(node, usdt.address, jufUsdt.address),
  ]);
  const [held0, held1] = isJufFirst ? [jufHeld, usdtHeld] : [usdtHeld, jufHeld];
  const gifts = { gift0: held0 - reserve0, gift1: held1 - reserve1 };
  return { ...gifts, state: { reserve0, reserve1, changedAt: BigInt(changedAt), price0Cumulative, price1Cumulative }, supply };
}

function product({ state }: PairView): bigint {
  return state.reserve0 * state.reserve1;
}

/** Each supply next to the sum of all possible holders' balances: both must stay the same. */
async function readSupplies(): Promise<bigint[]> {
  const holders: Address[] = [
    ...Array.from({ length: 10 }, (_, index) => developmentAccount(index).address),
    ...(['deployer', 'operator', 'trader', 'patron'] as const).map((role) => roleAccount(role).address),
    ...[router, juf, usdt, wju, jufUsdt, jufWju, wjuUsdt].map(({ address }) => address),
    DEAD,
  ];
  const totals = [];
  for (const token of [juf.address, usdt.address]) {
    const balances = await Promise.all(holders.map((holder) => balanceOf(node, token, holder)));
    const supply = await node.publicClient.readContract({ address: token, abi: jufAbi, functionName: 'totalSupply' });
    const sum = balances.reduce((total, balance) => total + balance, 0n);
    expect(sum).toBe(supply);
    totals.push(supply);
  }
  expect(await balanceOf(node, juf.address, router.address)).toBe(0n);
  expect(await balanceOf(node, usdt.address, router.address)).toBe(0n);
  return totals;
}
