import { type Abi, type Address, encodeFunctionData, parseSignature, maxUint256, parseEther, parseUnits, zeroAddress } from 'viem';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { deployContracts } from '../../chain/deploy.ts';
import { developmentAccount, roleAccount } from '../../chain/role-accounts.ts';
import { pairAbi } from '../../src/lib/chain/abis/pair.ts';
import { getAmountIn, getAmountOut } from '../../src/lib/chain/exchange-math.ts';
import { flashBorrower } from './artifacts/flash-borrower.ts';
import { silentToken } from './artifacts/silent-token.ts';
import { taxedToken } from './artifacts/taxed-token.ts';
import { approveRouter, balanceOf, contracts, FOREVER, mined, reservesOf } from './support/exchange.ts';
import { startTestNode, type TestNode } from './support/test-node.ts';
import { receiptOf } from '../support/receipt-of.ts';

/** A pair writes more in a later second than in the one the node estimates for, so an estimate alone can run out of gas. */
const TRADE_GAS = 600_000n;

const { juf, usdt, wju, factory, router, jufUsdt } = contracts;
const FEE = 50n;
const trader = developmentAccount(0);
const JUF_IN = parseEther('100');
const USDT_IN = parseUnits('100', 6);

/** Uses the general ABI type, so that one function can simulate a table of calls. */
interface Simulation {
  address: Address;
  abi: Abi;
  functionName: string;
  args?: readonly unknown[];
  value?: bigint;
}

let node: TestNode;
let snapshot: `0x${string}`;

beforeAll(async () => {
  node = await startTestNode();
  await deployContracts(node.url);
  await approveRouter(node, 0, juf.address, usdt.address, wju.address);
});
afterAll(() => node.kill());
beforeEach(async () => {
  snapshot = await node.testClient.snapshot();
});
afterEach(() => node.testClient.revert({ id: snapshot }));

const simulate = (call: Simulation) => node.publicClient.simulateContract({ ...call, account: trader });
const jufBalance = () => balanceOf(node, juf.address, trader.address);
const usdtBalance = () => balanceOf(node, usdt.address, trader.address);
const nativeBalance = () => node.publicClient.getBalance({ address: trader.address });

/** More than any call takes, even one that creates a pair: a pair writes more in a later block than in the one an estimate is made for. */
const GAS = 6_000_000n;

describe('factory', () => {
  test('knows its three pairs in both directions, and takes no protocol fee', async () => {
    const read = { ...factory } as const;
    expect(await node.publicClient.readContract({ ...read, functionName: 'allPairsLength' })).toBe(3n);
    for (const [a, b] of [
      [juf, usdt],
      [usdt, juf],
    ] as const) {
      expect(await node.publicClient.readContract({ ...read, functionName: 'getPair', args: [a.address, b.address] })).toBe(
        jufUsdt.address,
      );
    }
    expect(await node.publicClient.readContract({ ...read, functionName: 'feeTo' })).toBe(zeroAddress);
    await expect(simulate({ ...read, functionName: 'setFeeTo', args: [trader.address] })).rejects.toThrow('UniswapV2: FORBIDDEN');
  });

  test.each([
    ['of a token with itself', [juf.address, juf.address], 'IDENTICAL_ADDRESSES'],
    ['of no token', [juf.address, zeroAddress], 'ZERO_ADDRESS'],
    ['that exists', [juf.address, usdt.address], 'PAIR_EXISTS'],
    ['that exists, the other way round', [usdt.address, juf.address], 'PAIR_EXISTS'],
  ] as const)('refuses a pair %s', async (_, args, reason) => {
    await expect(simulate({ ...factory, functionName: 'createPair', args })).rejects.toThrow(reason);
  });
});

describe('a trade through the router', () => {
  test('pays exactly what getAmountOut says, and leaves the fee in the pool', async () => {
    const before = await reservesOf(node, jufUsdt.address, juf.address);
    const expected = getAmountOut(JUF_IN, { reserveIn: before.own, reserveOut: before.other }, FEE);
    const [jufBefore, usdtBefore] = [await jufBalance(), await usdtBalance()];
    const args = [JUF_IN, expected, [juf.address, usdt.address], trader.address, FOREVER] as const;
    await mined(node, node.as(0).writeContract({ ...router, gas: TRADE_GAS, functionName: 'swapExactTokensForTokens', args }));
    expect((await usdtBalance()) - usdtBefore).toBe(expected);
    expect(jufBefore - (await jufBalance())).toBe(JUF_IN);
    const after = await reservesOf(node, jufUsdt.address, juf.address);
    expect(after).toMatchObject({ own: before.own + JUF_IN, other: before.other - expected });
  });

  test('the pair refuses one unit more than the fee leaves, and pays exactly that', async () => {
    const { own, other } = await reservesOf(node, jufUsdt.address, juf.address);
    const amountOut = getAmountOut(JUF_IN, { reserveIn: own, reserveOut: other }, FEE);
    await mined(node, node.as(0).writeContract({ ...juf, functionName: 'transfer', args: [jufUsdt.address, JUF_IN] }));
    const isUsdtFirst = usdt.address.toLowerCase() < juf.address.toLowerCase();
    const take = (amount: bigint) =>
      simulate({ ...jufUsdt, functionName: 'swap', args: [isUsdtFirst ? amount : 0n, isUsdtFirst ? 0n : amount, trader.address, '0x'] });
    await expect(take(amountOut + 1n)).rejects.toThrow('UniswapV2: K');
    await expect(take(amountOut)).resolves.toBeDefined();
  });

  test('exact output takes what getAmountIn says', async () => {
    const { own, other } = await reservesOf(node, jufUsdt.address, juf.address);
    const expected = getAmountIn(USDT_IN, { reserveIn: own, reserveOut: other }, FEE);
    const before = await jufBalance();
    const args = (max: bigint) => [USDT_IN, max, [juf.address, usdt.address], trader.address, FOREVER] as const;
    const call = { ...router, functionName: 'swapTokensForExactTokens' } as const;
    await expect(simulate({ ...call, args: args(expected - 1n) })).rejects.toThrow('EXCESSIVE_INPUT_AMOUNT');
    await mined(node, node.as(0).writeContract({ ...call, gas: TRADE_GAS, args: args(expected) }));
    expect(before - (await jufBalance())).toBe(expected);
  });

  test('goes through two pools, each paying the next', async () => {
    const path = [usdt.address, wju.address, juf.address] as const;
    const amounts = await node.publicClient.readContract({ ...router, functionName: 'getAmountsOut', args: [USDT_IN, path] });
    const before = await jufBalance();
    const args = [USDT_IN, amounts[2] ?? 0n, path, trader.address, FOREVER] as const;
    await mined(node, node.as(0).writeContract({ ...router, gas: TRADE_GAS, functionName: 'swapExactTokensForTokens', args }));
    expect((await jufBalance()) - before).toBe(amounts[2]);
    const back = await node.publicClient.readContract({ ...router, functionName: 'getAmountsIn', args: [amounts[2] ?? 0n, [...path]] });
    expect(back).toHaveLength(3);
  });

  test('takes and pays JU, and returns the unused part', async () => {
    const toUsdt = [wju.address, usdt.address] as const;
    const usdtBefore = await usdtBalance();
    await mined(
      node,
      node.as(0).writeContract({
        ...router,
        gas: TRADE_GAS,
        functionName: 'swapExactETHForTokens',
        args: [1n, toUsdt, trader.address, FOREVER],
        value: JUF_IN,
      }),
    );
    expect(await usdtBalance()).toBeGreaterThan(usdtBefore);

    const before = await nativeBalance();
    const exact = await node.as(0).writeContract({
      ...router,
      gas: TRADE_GAS,
      functionName: 'swapETHForExactTokens',
      args: [USDT_IN, toUsdt, trader.address, FOREVER],
      value: parseEther('5000'),
    });
    const receipt = await receiptOf(node.publicClient, exact);
    const spent = before - (await nativeBalance()) - receipt.gasUsed * receipt.effectiveGasPrice;
    expect(spent).toBeGreaterThan(0n);
    expect(spent).toBeLessThan(parseEther('1300'));

    const out = [usdt.address, wju.address] as const;
    const middle = await nativeBalance();
    await mined(
      node,
      node.as(0).writeContract({
        ...router,
        gas: TRADE_GAS,
        functionName: 'swapExactTokensForETH',
        args: [USDT_IN, 1n, out, trader.address, FOREVER],
      }),
    );
    await mined(
      node,
      node.as(0).writeContract({
        ...router,
        gas: TRADE_GAS,
        functionName: 'swapTokensForExactETH',
        args: [JUF_IN, maxUint256, out, trader.address, FOREVER],
      }),
    );
    expect((await nativeBalance()) - middle).toBeGreaterThan(JUF_IN + parseEther('1000'));
    expect(await node.publicClient.getBalance({ address: router.address })).toBe(0n);
    expect(await balanceOf(node, wju.address, router.address)).toBe(0n);
  });

  test('enforces its deadline and minimum', async () => {
    const { timestamp } = await node.publicClient.getBlock();
    const args = (min: bigint, deadline: bigint) => [JUF_IN, min, [juf.address, usdt.address], trader.address, deadline] as const;
    const call = { ...router, functionName: 'swapExactTokensForTokens' } as const;
    await expect(simulate({ ...call, args: args(1n, timestamp - 1n) })).rejects.toThrow('UniswapV2Router: EXPIRED');
    await expect(simulate({ ...call, args: args(parseUnits('1000', 6), FOREVER) })).rejects.toThrow('INSUFFICIENT_OUTPUT_AMOUNT');
  });

  test('refuses JU with a path that doesn’t start or end in WJU, and unsolicited JU', async () => {
    const path = [juf.address, usdt.address] as const;
    await expect(
      simulate({ ...router, functionName: 'swapExactETHForTokens', args: [1n, path, trader.address, FOREVER], value: 1n }),
    ).rejects.toThrow('INVALID_PATH');
    await expect(
      simulate({ ...router, functionName: 'swapExactTokensForETH', args: [1n, 1n, path, trader.address, FOREVER] }),
    ).rejects.toThrow('INVALID_PATH');
    await expect(node.publicClient.call({ account: trader, to: router.address, value: 1n })).rejects.toThrow('NOT_WETH');
  });
});

describe('unusual tokens', () => {
  test('with a transfer fee trade by what arrived', async () => {
    const taxed = await node.create(taxedToken, [trader.address, parseEther('1000000')]);
    await approveRouter(node, 0, taxed);
    const liquidity = [taxed, parseEther('1000'), 0n, 0n, trader.address, FOREVER] as const;
    await mined(
      node,
      node.as(0).writeContract({ ...router, gas: GAS, functionName: 'addLiquidityETH', args: liquidity, value: parseEther('100') }),
    );
    const path = [taxed, wju.address] as const;
    const sell = [parseEther('10'), 0n, path, trader.address, FOREVER] as const;
    await expect(simulate({ ...router, functionName: 'swapExactTokensForETH', args: sell })).rejects.toThrow('UniswapV2: K');
    const before = await nativeBalance();
    await mined(
      node,
      node
        .as(0)
        .writeContract({ ...router, gas: TRADE_GAS, functionName: 'swapExactTokensForETHSupportingFeeOnTransferTokens', args: sell }),
    );
    expect(await nativeBalance()).toBeGreaterThan(before);
    const buy = [0n, [wju.address, taxed], trader.address, FOREVER] as const;
    const taxedBefore = await balanceOf(node, taxed, trader.address);
    await mined(
      node,
      node.as(0).writeContract({
        ...router,
        gas: TRADE_GAS,
        functionName: 'swapExactETHForTokensSupportingFeeOnTransferTokens',
        args: buy,
        value: parseEther('1'),
      }),
    );
    expect(await balanceOf(node, taxed, trader.address)).toBeGreaterThan(taxedBefore);

    const pair = await node.publicClient.readContract({ ...factory, functionName: 'getPair', args: [taxed, wju.address] });
    await approveRouter(node, 0, pair);
    const share = await balanceOf(node, pair, trader.address);
    const leave = [taxed, share, 0n, 0n, trader.address, FOREVER] as const;
    await mined(
      node,
      node.as(0).writeContract({ ...router, gas: GAS, functionName: 'removeLiquidityETHSupportingFeeOnTransferTokens', args: leave }),
    );
    expect(await balanceOf(node, pair, trader.address)).toBe(0n);
    expect(await balanceOf(node, taxed, router.address)).toBe(0n);
  });

  test('without a return value trade like any other', async () => {
    const silent = await node.create(silentToken, [trader.address, parseEther('1000')]);
    await mined(
      node,
      node.as(0).writeContract({ address: silent, abi: silentToken.abi, functionName: 'approve', args: [router.address, maxUint256] }),
    );
    const liquidity = [silent, parseEther('100'), 0n, 0n, trader.address, FOREVER] as const;
    await mined(
      node,
      node.as(0).writeContract({ ...router, gas: GAS, functionName: 'addLiquidityETH', args: liquidity, value: parseEther('100') }),
    );
    const before = await nativeBalance();
    const sell = [parseEther('10'), 1n, [silent, wju.address], trader.address, FOREVER] as const;
    await mined(node, node.as(0).writeContract({ ...router, gas: TRADE_GAS, functionName: 'swapExactTokensForETH', args: sell }));
    expect(await nativeBalance()).toBeGreaterThan(before + parseEther('8'));
  });
});

describe('liquidity', () => {
  test('a share is worth exactly its part of the pool, rounded in the pool’s favour', async () => {
    const { own, other } = await reservesOf(node, jufUsdt.address, juf.address);
    const supply = await node.publicClient.readContract({ ...jufUsdt, functionName: 'totalSupply' });
    const add = [juf.address, usdt.address, JUF_IN, USDT_IN, 0n, 0n, trader.address, FOREVER] as const;
    await mined(node, node.as(0).writeContract({ ...router, gas: GAS, functionName: 'addLiquidity', args: add }));
    const share = await balanceOf(node, jufUsdt.address, trader.address);
    const usdtIn = (JUF_IN * other) / own;
    expect(share).toBe(smaller((JUF_IN * supply) / own, (usdtIn * supply) / other));

    await approveRouter(node, 0, jufUsdt.address);
    const [jufBefore, usdtBefore] = [await jufBalance(), await usdtBalance()];
    const remove = [juf.address, usdt.address, share, 0n, 0n, trader.address, FOREVER] as const;
    await mined(node, node.as(0).writeContract({ ...router, gas: GAS, functionName: 'removeLiquidity', args: remove }));
    const [jufBack, usdtBack] = [(await jufBalance()) - jufBefore, (await usdtBalance()) - usdtBefore];
    expect(jufBack).toBe((share * (own + JUF_IN)) / (supply + share));
    expect(usdtBack).toBe((share * (other + usdtIn)) / (supply + share));
    expect(jufBack).toBeLessThanOrEqual(JUF_IN);
    expect(usdtBack).toBeLessThanOrEqual(usdtIn);
  });

  test('the first deposit locks 1,000 units forever', async () => {
    const locked = await balanceOf(node, jufUsdt.address, '0x000000000000000000000000000000000000dEaD');
    expect(locked).toBe(1_000n);
    expect(await node.publicClient.readContract({ ...jufUsdt, functionName: 'MINIMUM_LIQUIDITY' })).toBe(1_000n);
    expect(await node.publicClient.readContract({ ...jufUsdt, functionName: 'kLast' })).toBe(0n);
  });

  test('refuses a deposit or removal worse than requested', async () => {
    const add = [juf.address, usdt.address, JUF_IN, USDT_IN, 0n, USDT_IN, trader.address, FOREVER] as const;
    await expect(simulate({ ...router, functionName: 'addLiquidity', args: add })).rejects.toThrow('INSUFFICIENT_B_AMOUNT');
    const native = [juf.address, JUF_IN, JUF_IN, 0n, trader.address, FOREVER] as const;
    await expect(simulate({ ...router, functionName: 'addLiquidityETH', args: native, value: parseEther('100') })).rejects.toThrow(
      'INSUFFICIENT_A_AMOUNT',
    );
  });

  test('can be removed with a permit, even if someone submitted the permit before', async () => {
    const provider = roleAccount('deployer');
    const share = 10n ** 12n;
    const nonce = await node.publicClient.readContract({ ...jufUsdt, functionName: 'nonces', args: [provider.address] });
    const fields = ['owner:address', 'spender:address', 'value:uint256', 'nonce:uint256', 'deadline:uint256'];
    const signature = parseSignature(
      await provider.signTypedData({
        domain: { name: 'JuFi Liquidity', version: '1', chainId: 210000, verifyingContract: jufUsdt.address },
        types: { Permit: fields.map((text) => ({ name: text.split(':')[0] ?? '', type: text.split(':')[1] ?? '' })) },
        primaryType: 'Permit',
        message: { owner: provider.address, spender: router.address, value: share, nonce, deadline: FOREVER },
      }),
    );
    const { r, s } = signature;
    const v = 27 + signature.yParity;
    await mined(
      node,
      node.as(4).writeContract({ ...jufUsdt, functionName: 'permit', args: [provider.address, router.address, share, FOREVER, v, r, s] }),
    );
    const before = await balanceOf(node, juf.address, provider.address);
    const args = [juf.address, usdt.address, share, 1n, 1n, provider.address, FOREVER, false, v, r, s] as const;
    await mined(node, node.as(provider).writeContract({ ...router, gas: GAS, functionName: 'removeLiquidityWithPermit', args }));
    expect(await balanceOf(node, juf.address, provider.address)).toBeGreaterThan(before);
  });

  test('a gift to the pair changes no price before sync, and anyone can take it with skim', async () => {
    const before = await reservesOf(node, jufUsdt.address, juf.address);
    await mined(node, node.as(0).writeContract({ ...juf, functionName: 'transfer', args: [jufUsdt.address, 77n] }));
    expect(await reservesOf(node, jufUsdt.address, juf.address)).toMatchObject({ own: before.own, other: before.other });
    const other = developmentAccount(5).address;
    const held = await balanceOf(node, juf.address, other);
    await mined(node, node.as(0).writeContract({ ...jufUsdt, functionName: 'skim', args: [other] }));
    expect((await balanceOf(node, juf.address, other)) - held).toBe(77n);
    await mined(node, node.as(0).writeContract({ ...juf, functionName: 'transfer', args: [jufUsdt.address, 78n] }));
    await mined(node, node.as(0).writeContract({ ...jufUsdt, gas: TRADE_GAS, functionName: 'sync' }));
    expect((await reservesOf(node, jufUsdt.address, juf.address)).own).toBe(before.own + 78n);
  });
});

describe('flash swaps and reentrancy', () => {
  const isJufFirst = juf.address.toLowerCase() < usdt.address.toLowerCase();
  const amount = parseEther('1000');

  async function borrow(repayment: bigint, reentry: `0x${string}` = '0x') {
    const borrower = await node.create(flashBorrower);
    await mined(node, node.as(0).writeContract({ ...juf, functionName: 'transfer', args: [borrower, parseEther('10')] }));
    const args = [jufUsdt.address, isJufFirst, amount, juf.address, repayment, reentry] as const;
    return simulate({ address: borrower, abi: flashBorrower.abi, functionName: 'borrow', args });
  }

  test('a loan is returned with the fee, or nothing happens', async () => {
    // r must satisfy 9,950 · r ≥ 10,000 · amount.
    const repayment = (amount * 10_000n + 9_949n) / 9_950n;
    await expect(borrow(repayment)).resolves.toBeDefined();
    await expect(borrow(repayment - 1n)).rejects.toThrow('UniswapV2: K');
    await expect(borrow(amount)).rejects.toThrow('UniswapV2: K');
  });

  test.each([
    ['swap', [0n, 1n, trader.address, '0x']],
    ['mint', [trader.address]],
    ['burn', [trader.address]],
    ['skim', [trader.address]],
    ['sync', []],
  ] as const)('refuses %s in the middle of a swap', async (functionName, args) => {
    const abi: Abi = pairAbi;
    const reentry = encodeFunctionData({ abi, functionName, args });
    await expect(borrow(amount * 2n, reentry)).rejects.toThrow('0x3ee5aeb5');
  });

  test('refuses to pay nothing, everything, or to a token itself', async () => {
    const swap = (...args: unknown[]) => simulate({ ...jufUsdt, functionName: 'swap', args: [...args, '0x'] });
    await expect(swap(0n, 0n, trader.address)).rejects.toThrow('INSUFFICIENT_OUTPUT_AMOUNT');
    await expect(swap(maxUint256 >> 144n, 0n, trader.address)).rejects.toThrow('INSUFFICIENT_LIQUIDITY');
    await expect(swap(1n, 0n, juf.address)).rejects.toThrow('INVALID_TO');
    await expect(swap(1n, 0n, trader.address)).rejects.toThrow('INSUFFICIENT_INPUT_AMOUNT');
  });
});

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
