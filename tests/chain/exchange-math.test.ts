import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { deployContracts } from '../../chain/deploy.ts';
import { ExchangeMathError, getAmountIn, getAmountOut } from '../../src/lib/chain/exchange-math.ts';
import { contracts } from './support/exchange.ts';
import { startTestNode, type TestNode } from './support/test-node.ts';

const { router } = contracts;
const FEE = 50n;
const MAX_RESERVE = (1n << 112n) - 1n;
const reserves = fc.record({ reserveIn: fc.bigInt(1n, MAX_RESERVE), reserveOut: fc.bigInt(1n, MAX_RESERVE) });
let node: TestNode;

beforeAll(async () => {
  node = await startTestNode();
  await deployContracts(node.url);
});
afterAll(() => node.kill());

describe('our arithmetic equals the router’s exactly', () => {
  test('getAmountOut', async () => {
    await fc.assert(
      fc.asyncProperty(reserves, fc.bigInt(1n, MAX_RESERVE), async (pool, amountIn) => {
        const args = [amountIn, pool.reserveIn, pool.reserveOut] as const;
        const answer = await node.publicClient.readContract({ ...router, functionName: 'getAmountOut', args });
        expect(getAmountOut(amountIn, pool, FEE)).toBe(answer);
      }),
      { numRuns: 200 },
    );
  });

  test('getAmountIn', async () => {
    const case_ = reserves
      .filter(({ reserveOut }) => reserveOut > 1n)
      .chain((pool) => fc.tuple(fc.constant(pool), fc.bigInt(1n, pool.reserveOut - 1n)));
    await fc.assert(
      fc.asyncProperty(case_, async ([pool, amountOut]) => {
        const args = [amountOut, pool.reserveIn, pool.reserveOut] as const;
        const answer = await node.publicClient.readContract({ ...router, functionName: 'getAmountIn', args });
        expect(getAmountIn(amountOut, pool, FEE)).toBe(answer);
      }),
      { numRuns: 200 },
    );
  });

  test.each([
    ['nothing in', () => getAmountOut(0n, { reserveIn: 1n, reserveOut: 1n }, FEE), 'INSUFFICIENT_INPUT_AMOUNT', [0n, 1n, 1n]],
    ['an empty pool', () => getAmountOut(1n, { reserveIn: 0n, reserveOut: 1n }, FEE), 'INSUFFICIENT_LIQUIDITY', [1n, 0n, 1n]],
  ] as const)('both refuse %s', async (_, ours, code, args) => {
    expect(ours).toThrow(expect.objectContaining({ code }));
    await expect(node.publicClient.readContract({ ...router, functionName: 'getAmountOut', args })).rejects.toThrow(code);
  });
});

test('an invalid fee is refused', () => {
  expect(() => getAmountOut(1n, { reserveIn: 1n, reserveOut: 1n }, 10_000n)).toThrow(ExchangeMathError);
  expect(() => getAmountIn(1n, { reserveIn: 2n, reserveOut: 2n }, -1n)).toThrow(ExchangeMathError);
});
