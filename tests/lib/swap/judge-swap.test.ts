import { describe, expect, it } from 'vitest';
import { hasRoute, judgeSwap, mostOf, type SwapForm } from '../../../src/lib/swap/judge-swap.ts';
import type { Market, MarketFacts } from '../../../src/lib/swap/market.ts';
import { type MarketState, withReading, withTrouble } from '../../../src/lib/swap/market-state.ts';

const addressOf = (digit: string): `0x${string}` => `0x${digit.repeat(40)}`;
const [juf, usdt, wju] = [addressOf('1'), addressOf('2'), addressOf('3')];
const JU = 10n ** 18n;
const USDT = 10n ** 6n;

const jufUsdt = { pair: addressOf('a'), token0: juf, token1: usdt };
const wjuUsdt = { pair: addressOf('b'), token0: usdt, token1: wju };
const facts: MarketFacts = {
  addresses: { juf, usdt, wju, router: addressOf('8'), factory: addressOf('9') },
  tokens: {
    JUF: { symbol: 'JUF', address: juf, decimals: 18 },
    USDT: { symbol: 'USDT', address: usdt, decimals: 6 },
    JU: { symbol: 'JU', address: wju, decimals: 18 },
    WJU: { symbol: 'WJU', address: wju, decimals: 18 },
  },
  pairs: [jufUsdt, wjuUsdt],
  feeBasisPoints: 50n,
};
const holdings = {
  owner: addressOf('c'),
  balances: { JUF: 5n * JU, USDT: 100n * USDT, JU: JU, WJU: 0n },
  allowances: { JUF: 0n, USDT: 0n, WJU: 0n },
};
const market: Market = {
  blockNumber: 10,
  pools: [
    { ...jufUsdt, reserve0: 1_000_000n * JU, reserve1: 2_000_000n * USDT },
    { ...wjuUsdt, reserve0: 500_000n * USDT, reserve1: 100_000n * JU },
  ],
  gasPrice: 10n ** 9n,
  holdings,
};
const form: SwapForm = {
  from: 'USDT',
  to: 'JUF',
  kind: 'EXACT_IN',
  amount: 10n * USDT,
  slippage: 'auto',
  customSlippage: '',
  minutes: '20',
};
const held = (balances: Partial<typeof holdings.balances>): Market => ({
  ...market,
  holdings: { ...holdings, balances: { ...holdings.balances, ...balances } },
});

describe('a trade', () => {
  it.each<[string, Partial<SwapForm>, Market | null, string | null]>([
    ['can be made', {}, market, null],
    ['can be made by somebody whose wallet is unknown', {}, { ...market, holdings: undefined }, null],
    ['waits for the exchange', {}, null, 'LOADING'],
    ['needs an amount', { amount: null }, market, 'AMOUNT'],
    ['needs more than nothing', { amount: 0n }, market, 'AMOUNT'],
    ['needs a slippage that is a number', { slippage: 'custom', customSlippage: 'x' }, market, 'SLIPPAGE'],
    ['needs a deadline', { minutes: '' }, market, 'DEADLINE'],
    ['needs a deadline of a minute at least', { minutes: '0' }, market, 'DEADLINE'],
    ['needs a deadline within three hours', { minutes: '181' }, market, 'DEADLINE'],
    ['may take three hours', { minutes: '180' }, market, null],
    ['needs the tokens', {}, held({ USDT: 10n * USDT - 1n }), 'INSUFFICIENT_BALANCE'],
    ['takes all there is of a token', {}, held({ USDT: 10n * USDT }), null],
    ['needs JU for the network', {}, held({ JU: 0n }), 'INSUFFICIENT_GAS'],
    ['of all JU leaves nothing for the network', { from: 'JU', to: 'USDT', amount: JU }, market, 'INSUFFICIENT_GAS'],
  ])('%s', (_, change, current, blocker) => {
    expect(judgeSwap({ ...form, ...change }, facts, current, 'en').blocker).toBe(blocker);
  });

  it('says what it may cost and brings at least', () => {
    const { quote, limit, networkFee, deadlineMinutes, impact } = judgeSwap(form, facts, market, 'en');
    expect(quote?.amountOut).toBeGreaterThan(limit);
    expect(limit).toBeGreaterThan(0n);
    expect(networkFee?.ju).toBeGreaterThan(0n);
    // 0.2 JU are a dollar.
    expect(networkFee?.usdt).toBe(((networkFee?.ju ?? 0n) * 5n * USDT) / JU);
    expect({ deadlineMinutes, impact }).toEqual({ deadlineMinutes: 20, impact: 'NONE' });
  });

  it('of half a pool has to be confirmed by typing', () => {
    expect(judgeSwap({ ...form, amount: 1_000_000n * USDT }, facts, market, 'en').impact).toBe('TYPE');
  });

  it('of JU for WJU needs no warning about slippage', () => {
    const choice = { from: 'JU', to: 'WJU', amount: JU / 2n, slippage: 'custom', customSlippage: '20' } as const;
    expect(judgeSwap({ ...form, ...choice }, facts, market, 'en')).toMatchObject({ slippageWarning: null, blocker: null });
    expect(judgeSwap({ ...form, ...choice, to: 'USDT' }, facts, market, 'en').slippageWarning).not.toBeNull();
  });
});

it('the most that can be swapped leaves JU for the network, and all of any other token can go', () => {
  expect(mostOf('USDT', holdings, market.gasPrice)).toBe(100n * USDT);
  expect(mostOf('JU', holdings, market.gasPrice)).toBe(JU - 500_000n * market.gasPrice);
  expect(mostOf('JU', holdings, JU)).toBe(0n);
  expect(mostOf('JU', undefined, 1n)).toBeNull();
});

it.each([
  ['USDT', 'JUF', true],
  ['JU', 'USDT', true],
  ['JU', 'WJU', true],
  ['JUF', 'JU', false],
] as const)('whether there is a route from %s to %s', (from, to, isThere) => {
  const pools = market.pools.map((pool) => (pool.pair === jufUsdt.pair ? pool : { ...pool }));
  expect(hasRoute(from, to, facts, { ...market, pools })).toBe(isThere);
});

it('an empty pool makes no route', () => {
  const pools = market.pools.map((pool) => ({ ...pool, reserve0: 0n }));
  expect(hasRoute('USDT', 'JUF', facts, { ...market, pools })).toBe(false);
});

describe('the state of the exchange', () => {
  const known: MarketState = { facts, market, readAtMs: 100_000, isKept: false, trouble: null };
  const older: Market = { ...market, blockNumber: 9 };
  const newer: Market = { ...market, blockNumber: 11 };

  it.each<[string, MarketState, Market, number, boolean]>([
    ['is replaced by a newer block', known, newer, 101_000, true],
    ['is replaced by the same block, whose reading may have been wrong', known, market, 101_000, true],
    ['stays while one of several nodes is behind for a moment', known, older, 112_000, false],
    ['is replaced by an older block that stays', known, older, 112_001, true],
    ['that an earlier page read is replaced by any reading', { ...known, isKept: true }, older, 100_001, true],
    ['begins with the first reading', { ...known, market: null }, older, 100_001, true],
  ])('%s', (_, before, read, atMs, isTaken) => {
    const after = withReading(before, facts, read, atMs);
    expect(after).toEqual(isTaken ? { facts, market: read, readAtMs: atMs, isKept: false, trouble: null } : before);
  });

  it.each<[string, boolean, number, MarketState['trouble']]>([
    ['a node that doesn’t know a block yet is waited for', true, 112_000, null],
    ['but not for long', true, 112_001, 'UNREACHABLE'],
    ['any other trouble is told at once', false, 100_001, 'UNREACHABLE'],
  ])('%s', (_, isOfOneBlock, atMs, trouble) => {
    expect(withTrouble(known, 'UNREACHABLE', isOfOneBlock, atMs)).toEqual({ ...known, trouble });
  });
});
