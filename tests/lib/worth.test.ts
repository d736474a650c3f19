import { describe, expect, it } from 'vitest';
import { defaultEconomy } from '../../provider/economy.ts';
import { transferFeeRate } from '../../provider/modules/wallet/read-transfer-terms.ts';
import { fromDecimalString } from '../../src/lib/amount.ts';
import { insuredFall, packageWorth, pointsWorth, roleWorth } from '../../src/lib/worth.ts';
import { transferFee } from '../../src/lib/transfer/transfer-fee.ts';

const ONE = 10n ** 18n;
const juf18 = fromDecimalString('0.42', 18);

describe('a role', () => {
  const facts = { price: 100n * ONE, addedJuf: 5n * ONE, everyDays: 30, juf18 };

  it('is paid back with the last privilege that it takes', () => {
    const { yearly, paysBackDays } = roleWorth(facts);
    // 5 JUF at 0.42 are 2.10: 47 of them are 98.70, the 48th brings the rest.
    expect(paysBackDays).toBe(48n * 30n);
    expect(yearly).toBe(fromDecimalString('25.55', 18));
  });

  it('that adds no JUF is never paid back', () => {
    expect(roleWorth({ ...facts, addedJuf: 0n })).toEqual({ yearly: 0n, paysBackDays: null });
    expect(roleWorth({ ...facts, addedJuf: -ONE }).paysBackDays).toBeNull();
  });
});

it('each role of the default terms, and each step up, is paid back within four years and not before three', () => {
  const units = (amount: string): bigint => fromDecimalString(amount, 18);
  const bought = defaultEconomy.roles.slice(1);
  for (const [index, role] of bought.entries()) {
    for (const until of [undefined, ...bought.slice(0, index)]) {
      const { paysBackDays } = roleWorth({
        price: units(role.priceUsdt) - units(until?.priceUsdt ?? '0'),
        addedJuf: units(role.privilege.juf) - units(until?.privilege.juf ?? '0'),
        everyDays: role.privilege.everyDays,
        juf18,
      });
      expect(Number(paysBackDays), `${role.code} from ${until?.code ?? 'MEMBER'}`).toBeGreaterThanOrEqual(1_095);
      expect(Number(paysBackDays), `${role.code} from ${until?.code ?? 'MEMBER'}`).toBeLessThanOrEqual(1_460);
    }
  }
});

describe('points', () => {
  const { feeRate } = defaultEconomy.transfer;
  const levels = defaultEconomy.score.levels.map((level, index) => ({ ...level, level: index + 1 }));
  const worth = (score: number, points: number) => pointsWorth({ score, points, cost: BigInt(points) * 10n ** 16n, feeRate, levels });

  it('save what the provider then takes less, and are paid back after what is said', () => {
    for (const { from } of levels.slice(1)) {
      const found = worth(0, from);
      if (found.kind !== 'SAVES') throw new Error(`level from ${from} saves nothing`);
      const fee = (amount: bigint, points: number): bigint =>
        transferFee(amount, { feeRate: transferFeeRate(defaultEconomy, BigInt(points)), feeMin: 0n });
      expect(found.saved).toBe(fee(1_000n * ONE, 0) - fee(1_000n * ONE, from));
      expect(fee(found.sent, 0) - fee(found.sent, from)).toBe(BigInt(from) * 10n ** 16n);
      // The same for each level: what the higher ones cost more, they save more.
      expect(found.sent).toBe(100_000n * ONE);
    }
  });

  it('below the next level save nothing, and it is named', () => {
    expect(worth(0, 999)).toEqual({ kind: 'SAVES_NOTHING', next: levels[1] });
    expect(worth(levels.at(-1)?.from ?? 0, 1_000)).toEqual({ kind: 'SAVES_NOTHING', next: null });
  });
});

describe('a package', () => {
  const { staking } = defaultEconomy;
  const tiers = staking.tiers.map(({ minJuf, multiplier }) => ({ least: fromDecimalString(minJuf, 18), multiplier }));
  const facts = { juf: 1_000n * ONE, paid: 420n * ONE, price18: juf18, exchangeFee: 50, vestingDays: 30, periods: staking.periods, tiers };

  it('is compared with a swap that is staked for as long', () => {
    const { swapped, staked, gain } = packageWorth(facts);
    expect(swapped).toBe(995n * ONE);
    // 6 % a year for 30 days.
    expect(staked).toEqual({ days: 30, juf: 995n * ONE + (995n * ONE * 600n * 30n) / (10_000n * 365n) });
    expect(gain).toBe(1_000n * ONE - (staked?.juf ?? 0n));
  });

  it('is compared with the swap alone where that is too little to stake', () => {
    expect(packageWorth({ ...facts, juf: 10n * ONE, paid: fromDecimalString('4.2', 18) })).toEqual({
      swapped: fromDecimalString('9.95', 18),
      staked: null,
      gain: fromDecimalString('0.05', 18),
    });
    expect(packageWorth({ ...facts, periods: [] }).staked).toBeNull();
  });
});

it('insurance is worth its premium from a fall by the premium’s share on, rounded up', () => {
  expect(insuredFall({ amount: 100_000_000n, premium: 2_000_000n })).toBe(200);
  expect(insuredFall({ amount: 99n, premium: 2n })).toBe(203);
});
