import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { planDeployment } from '../../../chain/plan-deployment.ts';
import { defaultEconomy, type Economy } from '../../../provider/economy.ts';
import { planPurchase } from '../../../provider/modules/treasury/plan-purchase.ts';
import { claimableJuf, vestedJuf, vestingEndsAt } from '../../../src/lib/vesting-accrual.ts';
import { jufAbi } from '../../../src/lib/chain/abis/juf.ts';
import { decodeFunctionData } from 'viem';

const ONE = 10n ** 18n;
const usdtAmount = fc.bigInt(10_000_000n, 100_000_000_000n);
const price = fc.oneof(fc.bigInt(1n, 10n ** 6n), fc.bigInt(10n ** 15n, 10n ** 21n));
const pack = fc.constantFrom(...defaultEconomy.treasury.packages);

function packageOf(code: string): Economy['treasury']['packages'][number] {
  const found = defaultEconomy.treasury.packages.find((candidate) => candidate.code === code);
  if (found === undefined) throw new Error(`no package ${code}`);
  return found;
}

describe('what an amount buys', () => {
  it('is the amount over the price after discount, cut to the base unit', () => {
    const plan = planPurchase(100_000_000n, ONE / 2n, packageOf('SEED'), defaultEconomy);
    expect(plan).toEqual({
      juf: 200n * ONE,
      discountedPrice18: ONE / 2n,
      rewardJuf: 50n * ONE,
      shares: { bonusPool: 20_000_000n, insurancePool: 5_000_000n, treasury: 75_000_000n },
      powerPerJuf: ONE,
      power: 200n * ONE,
    });
    // 10 / (0.42 × 0.9) = 26.455026455026455026|455…
    const ridge = planPurchase(10_000_000n, 42n * 10n ** 16n, packageOf('RIDGE'), defaultEconomy);
    expect(ridge.juf).toBe(26_455_026_455_026_455_026n);
    expect(ridge.discountedPrice18).toBe(378n * 10n ** 15n);
    expect(ridge.power).toBe(52_910_052_910_052_910_052n);
  });

  it('is the greatest number of base units that cost no more than what was paid, at any amount, price and discount', () => {
    fc.assert(
      fc.property(usdtAmount, price, pack, (usdt, price18, terms) => {
        const { juf, discountedPrice18 } = planPurchase(usdt, price18, terms, defaultEconomy);
        const rate = 10_000n - BigInt(terms.discountRate);
        // In units of 10^-40 USDT: the cost of a base unit is price18 × rate, what was paid is usdt × 10^34.
        const paid = usdt * 10n ** 34n;
        expect(juf * price18 * rate <= paid).toBe(true);
        expect((juf + 1n) * price18 * rate > paid).toBe(true);
        expect(discountedPrice18 * 10_000n <= price18 * rate && (discountedPrice18 + 1n) * 10_000n > price18 * rate).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('shares out all that was paid and mints no more than its share for the reward pool', () => {
    fc.assert(
      fc.property(usdtAmount, price, pack, (usdt, price18, terms) => {
        const { juf, rewardJuf, shares } = planPurchase(usdt, price18, terms, defaultEconomy);
        expect(shares.bonusPool + shares.insurancePool + shares.treasury).toBe(usdt);
        expect(shares.bonusPool).toBe((usdt * 20n) / 100n);
        expect(shares.insurancePool).toBe((usdt * 5n) / 100n);
        expect(rewardJuf * 4n <= juf && (rewardJuf + 1n) * 4n > juf).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('is never more for a higher price or a smaller amount', () => {
    fc.assert(
      fc.property(usdtAmount, price, fc.bigInt(0n, 10n ** 18n), pack, (usdt, price18, more, terms) => {
        const { juf } = planPurchase(usdt, price18, terms, defaultEconomy);
        expect(planPurchase(usdt, price18 + more, terms, defaultEconomy).juf <= juf).toBe(true);
        expect(planPurchase(usdt + more, price18, terms, defaultEconomy).juf >= juf).toBe(true);
      }),
    );
  });
});

describe('vesting', () => {
  const createdAt = new Date('2026-11-21T09:00:00.000Z');
  const after = (ms: number): Date => new Date(createdAt.getTime() + ms);
  const purchase = fc.record({
    juf: fc.bigInt(1n, 10n ** 26n),
    vestingSeconds: fc.integer({ min: 1, max: 360 * 86_400 }),
    createdAt: fc.constant(createdAt),
  });

  it('is linear by the whole second: nothing at the start, a half at half, all at the end and ever after', () => {
    const one = { juf: 3n * ONE, vestingSeconds: 10, createdAt };
    expect([-5_000, 0, 999, 1_000, 5_999, 9_999, 10_000, 99_000].map((ms) => vestedJuf(one, after(ms)))).toEqual([
      0n,
      0n,
      0n,
      (3n * ONE) / 10n,
      (15n * ONE) / 10n,
      (27n * ONE) / 10n,
      3n * ONE,
      3n * ONE,
    ]);
    expect(vestingEndsAt(one)).toEqual(after(10_000));
  });

  it('never falls, never exceeds the whole, and is the whole exactly when it ends', () => {
    fc.assert(
      fc.property(purchase, fc.integer({ min: -10, max: 400 * 86_400_000 }), fc.integer({ min: 0, max: 86_400_000 }), (one, ms, later) => {
        const vested = vestedJuf(one, after(ms));
        expect(vested >= 0n && vested <= one.juf).toBe(true);
        expect(vestedJuf(one, after(ms + later)) >= vested).toBe(true);
        expect(vestedJuf(one, vestingEndsAt(one))).toBe(one.juf);
        expect(vestedJuf(one, new Date(vestingEndsAt(one).getTime() - 1)) < one.juf).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('pays the same in all, however often it is claimed', () => {
    fc.assert(
      fc.property(purchase, fc.array(fc.integer({ min: 0, max: 30 * 86_400_000 }), { maxLength: 20 }), (one, steps) => {
        let claimedJuf = 0n;
        let ms = 0;
        for (const step of steps) {
          ms += step;
          claimedJuf += claimableJuf({ ...one, claimedJuf }, after(ms));
          expect(claimedJuf).toBe(vestedJuf(one, after(ms)));
        }
        expect(claimedJuf + claimableJuf({ ...one, claimedJuf }, vestingEndsAt(one))).toBe(one.juf);
      }),
    );
  });

  it('claims nothing back when the clock is behind the one of the last claim', () => {
    expect(claimableJuf({ juf: ONE, vestingSeconds: 10, createdAt, claimedJuf: ONE / 2n }, after(4_000))).toBe(0n);
  });
});

it('the cap counts exactly the JUF that the embedded chain’s deployment mints', () => {
  const { steps, addresses } = planDeployment();
  const minted = steps
    .filter(({ to }) => to === addresses.juf)
    .map(({ data }) => decodeFunctionData({ abi: jufAbi, data }))
    .reduce((sum, { functionName, args }) => (functionName === 'mint' ? sum + args[1] : sum), 0n);
  expect(minted).toBe(BigInt(defaultEconomy.treasury.mintedBeforeSalesJuf) * ONE);
});
