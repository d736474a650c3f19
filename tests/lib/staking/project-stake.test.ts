import { describe, expect, it } from 'vitest';
import { defaultEconomy } from '../../../provider/economy.ts';
import { periodsOf, tiersOf } from '../../../provider/modules/staking/purchase-stake.ts';
import { fromDecimalString } from '../../../src/lib/amount.ts';
import { chooseTier, smallestStake, type StakingTier, type TurboTerms } from '../../../src/lib/staking/choose-tier.ts';
import { projectStake, type Projection } from '../../../src/lib/staking/project-stake.ts';

const ONE = 10n ** 18n;
const turbo: TurboTerms = {
  walletType: 'JU',
  pricePerUnit: fromDecimalString('0.05'),
  perJuf: fromDecimalString('100'),
  boostPerUnit: 100,
  durationDays: 30,
};
const tiers = tiersOf(defaultEconomy).map(({ id, code, minJuf, multiplier, maxTurbo }): StakingTier => ({
  id,
  name: code,
  minAmount: fromDecimalString(minJuf),
  multiplier,
  maxTurbo,
}));

function projected(amount: bigint, days: number, units = 0): Projection {
  const period = periodsOf(defaultEconomy).find((one) => one.days === days);
  const tier = chooseTier(tiers, amount * ONE);
  if (!period || !tier) throw new Error('There are no such terms.');
  return projectStake({ amountBaseUnits: amount * ONE, period, tier, turbo, units });
}

describe('what a stake may earn', () => {
  it('is the tier’s share of the period’s rate over the whole term', () => {
    const { rate, plainBaseUnits, turboBaseUnits, charges, points } = projected(5_000n, 360);
    expect(rate).toBe(1_980);
    // 5,000 × 19.8 % × 360 ÷ 365, rounded down once.
    expect(plainBaseUnits).toBe((5_000n * ONE * 1_980n * 360n) / (10_000n * 365n));
    expect(turboBaseUnits).toBe(plainBaseUnits);
    expect(charges).toBe(0);
    expect(points[0]).toEqual({ day: 0, plainBaseUnits: 0n, turboBaseUnits: 0n });
    expect(points.at(-1)).toEqual({ day: 360, plainBaseUnits, turboBaseUnits });
  });

  it.each([
    { days: 30, charges: 0 },
    { days: 90, charges: 2 },
    { days: 180, charges: 5 },
    { days: 360, charges: 11 },
  ])('counts only charges that end before maturity: $charges in $days days', ({ days, charges }) => {
    const { plainBaseUnits, turboBaseUnits, charges: counted } = projected(1_000n, days, 4);
    expect(counted).toBe(charges);
    const gain = (1_000n * ONE * 400n * BigInt(charges * 30)) / (10_000n * 365n);
    expect([gain, gain + 1n]).toContain(turboBaseUnits - plainBaseUnits);
  });

  it('lists four days of the term, the last one being maturity', () => {
    expect(projected(100n, 360).rows.map(({ day }) => day)).toEqual([90, 180, 270, 360]);
    expect(projected(100n, 30).rows.map(({ day }) => day)).toEqual([8, 15, 23, 30]);
    expect(projected(100n, 90, 2).rows.at(-1)?.turboBaseUnits).toBe(projected(100n, 90, 2).turboBaseUnits);
  });

  it('never decreases between its points', () => {
    const { points } = projected(100_000n, 360, 10);
    expect(points.length).toBeLessThanOrEqual(121);
    for (const [index, { turboBaseUnits, plainBaseUnits }] of points.entries()) {
      expect(turboBaseUnits).toBeGreaterThanOrEqual(plainBaseUnits);
      expect(turboBaseUnits).toBeGreaterThanOrEqual(points[index - 1]?.turboBaseUnits ?? 0n);
    }
  });
});

describe('the tier of an amount', () => {
  it.each([
    { amount: 100n * ONE - 1n, name: undefined },
    { amount: 100n * ONE, name: 'BASE' },
    { amount: 1_000n * ONE - 1n, name: 'BASE' },
    { amount: 1_000n * ONE, name: 'PLUS' },
    { amount: 99_999n * ONE, name: 'PRO' },
    { amount: 10n ** 30n, name: 'PRIME' },
  ])('is the highest one it reaches: $amount is $name', ({ amount, name }) => {
    expect(chooseTier(tiers.toReversed(), amount)?.name).toBe(name);
  });

  it('the minimum stake is the lowest tier’s', () => {
    expect(smallestStake(tiers.toReversed())).toBe(100n * ONE);
    expect(smallestStake([])).toBeNull();
  });
});
