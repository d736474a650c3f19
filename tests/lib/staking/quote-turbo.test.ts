import { expect, it } from 'vitest';
import { fromDecimalString } from '../../../src/lib/amount.ts';
import { quoteStake } from '../../../src/lib/staking/quote-stake.ts';
import { exampleStake, quoteTurbo, turboPaidFor, turboPrice } from '../../../src/lib/staking/quote-turbo.ts';
import type { StakingPosition, StakingTier, TurboTerms } from '../../../src/lib/staking/choose-tier.ts';

const ONE = 10n ** 18n;
const ID = '01933b2e-0000-7000-8000-000000000000';
const STARTED_MS = Date.UTC(2026, 10, 21);
const DAY_MS = 86_400_000;
const terms: TurboTerms = {
  walletType: 'JU',
  pricePerUnit: fromDecimalString('0.05'),
  perJuf: fromDecimalString('100'),
  boostPerUnit: 100,
  durationDays: 30,
};
const tiers: StakingTier[] = [{ id: ID, name: 'Plus', minAmount: fromDecimalString('1000'), multiplier: 11_000, maxTurbo: 4 }];
const position: StakingPosition = {
  id: ID,
  amount: fromDecimalString('1040'),
  tier: 'Plus',
  days: 90,
  apr: 900,
  effectiveApr: 990,
  startedAt: new Date(STARTED_MS).toISOString(),
  maturesAt: new Date(STARTED_MS + 90 * DAY_MS).toISOString(),
  accruedRoi: 0n,
  claimedRoi: 0n,
  turboUnits: 0,
  turboEndsAt: null,
  status: 'ACTIVE',
};

it('a stake is quoted at its tier’s share of the period’s rate, and not below the lowest tier', () => {
  const period = { id: ID, days: 90, apr: 900 };
  expect(quoteStake(1_000n * ONE, period, tiers)).toMatchObject({ rate: 990, returnsBaseUnits: (1_000n * ONE * 990n * 90n) / 3_650_000n });
  expect(quoteStake(1_000n * ONE - 1n, period, tiers)).toBeNull();
});

it('turbo is quoted with what it burns, what it adds by maturity, and the rate meanwhile', () => {
  const live = { position, facts: null, charges: [] };
  const quote = quoteTurbo({ terms, tiers, live, units: 2 }, BigInt(STARTED_MS + DAY_MS));
  expect(quote.room).toEqual({ kind: 'OPEN', mostUnits: 4 });
  expect(quote.paysBaseUnits).toBe((11n * ONE) / 10n);
  const own = (1_040n * ONE * 200n * 30n) / 3_650_000n;
  // The whole return is rounded down, so the difference may exceed the part's own floor by one.
  expect([own, own + 1n]).toContain(quote.gainBaseUnits);
  expect([quote.rateBefore, quote.rateAfter]).toEqual([990, 1_190]);
});

it('turbo isn’t available if all of the tier’s units are active, or the term is nearly over', () => {
  const full = { position: { ...position, turboUnits: 4 }, facts: null, charges: [] };
  expect(quoteTurbo({ terms, tiers, live: full, units: 1 }, BigInt(STARTED_MS)).room).toEqual({ kind: 'FULL', most: 4 });
  const late = { position, facts: null, charges: [] };
  expect(quoteTurbo({ terms, tiers, live: late, units: 1 }, BigInt(STARTED_MS + 61 * DAY_MS)).room).toEqual({ kind: 'LATE' });
});

it('turbo is paid for each started hundred, so the example isn’t the stake for which it costs least', () => {
  const share = (juf: bigint): bigint => (turboPrice(terms, juf * ONE, 1) * ONE) / (juf * ONE);
  expect([100n, 101n, 200n].map((juf) => turboPaidFor(terms, juf * ONE))).toEqual([100n * ONE, 200n * ONE, 200n * ONE]);
  const example = exampleStake(terms, 100n * ONE);
  expect(example).toBe(150n * ONE);
  expect(share(101n)).toBeGreaterThan(share(example / ONE));
  expect(share(example / ONE)).toBeGreaterThan(share(100n));
});
