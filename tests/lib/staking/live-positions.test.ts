import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { v7 } from 'uuid';
import { defaultEconomy } from '../../../provider/economy.ts';
import {
  accruedOf,
  activeCharges,
  claimableOf,
  effectiveAprOf,
  presentCharge,
  presentStake,
  type Stake,
  statusOf,
} from '../../../provider/modules/staking/stake.ts';
import type { TurboRow } from '../../../provider/modules/staking/schema.ts';
import { isMatured, liveFigures, liveStaking, liveTotals, type HeldAnswer } from '../../../src/lib/staking/live-positions.ts';

const ONE = 10n ** 18n;
const DAY_MS = 86_400_000;
const EPOCH_MS = Date.UTC(2026, 10, 21, 9, 0, 0, 123);

interface StakeChanges {
  amount?: bigint;
  days?: number;
  startedAtMs?: number;
  charges?: { afterMs: number; units: number }[];
  claimedRoi?: bigint;
}

/** In the provider's format. */
function stakeOf({ amount = 1_000n * ONE, days = 90, startedAtMs = EPOCH_MS, charges = [], claimedRoi = 0n }: StakeChanges = {}): Stake {
  const id = v7({ msecs: startedAtMs });
  return {
    row: {
      id,
      memberId: id,
      amount,
      tierCode: 'PLUS',
      multiplier: 11_000,
      maxTurboUnits: 4,
      days,
      apr: 900,
      startedAt: new Date(startedAtMs),
      maturesAt: new Date(startedAtMs + days * DAY_MS),
      promisedRoi: 0n,
      claimedRoi,
      withdrawnAt: null,
    },
    charges: charges.map(({ afterMs, units }): TurboRow => {
      const at = startedAtMs + afterMs;
      const [startedAt, endsAt] = [new Date(at), new Date(at + 30 * DAY_MS)];
      return { id: v7({ msecs: at }), stakingId: id, units, boost: units * 100, paid: ONE, startedAt, endsAt };
    }),
  };
}

/** The provider's response at a moment of its clock, with the charges made by then. */
function answerAt(stakes: readonly Stake[], answeredAtMs: number, receivedAtMs: number): HeldAnswer {
  const now = new Date(answeredAtMs);
  const known = stakes.map((stake) => ({ ...stake, charges: stake.charges.filter(({ startedAt }) => startedAt <= now) }));
  return {
    content: known.map((stake) => presentStake(stake, now, { economy: defaultEconomy, language: 'en' })),
    charges: known.flatMap(({ charges }) => charges.map((charge) => presentCharge(charge, now))),
    receivedAtMs,
  };
}

const stake = fc
  .record({
    amount: fc.oneof(fc.bigInt(100n * ONE, 101n * ONE), fc.bigInt(100n * ONE, 10n ** 26n)),
    days: fc.constantFrom(30, 31, 90, 360),
    startedAtMs: fc.integer({ min: EPOCH_MS - DAY_MS, max: EPOCH_MS }),
    charges: fc.array(fc.record({ afterMs: fc.integer({ min: 0, max: 300 * DAY_MS }), units: fc.integer({ min: 1, max: 10 }) }), {
      maxLength: 6,
    }),
  })
  .map(({ charges, ...rest }) =>
    stakeOf({ ...rest, charges: charges.filter(({ afterMs }) => afterMs + 30 * DAY_MS <= rest.days * DAY_MS) }),
  );

describe('displayed positions between two responses', () => {
  it('are exactly what the provider pays, whatever was charged before', () => {
    fc.assert(
      fc.property(
        fc.array(stake, { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 0, max: 100 * DAY_MS }),
        fc.integer({ min: 0, max: 400 * DAY_MS }),
        (stakes, answeredAfter, laterMs) => {
          const answeredAt = EPOCH_MS + answeredAfter;
          const now = new Date(answeredAt + laterMs);
          const isKnown = ({ startedAt }: TurboRow): boolean => startedAt.getTime() <= answeredAt;
          const known = stakes.map((one): Stake => ({ ...one, charges: one.charges.filter(isKnown) }));
          const { positions } = liveStaking(answerAt(known, answeredAt, answeredAt));
          for (const [index, one] of known.entries()) {
            const live = positions[index];
            if (!live) throw new Error('A position is missing.');
            const figures = liveFigures(live, BigInt(now.getTime()));
            expect(figures.claimableBaseUnits).toBe(claimableOf(one, now));
            expect(figures.accruedBaseUnits).toBe(accruedOf(one, now));
            expect(figures.effectiveApr).toBe(effectiveAprOf(one, now));
            expect(figures.turboUnits).toBe(activeCharges(one, now).reduce((sum, { units }) => sum + units, 0));
            expect(figures.hasMatured).toBe(statusOf(one.row, now) !== 'ACTIVE');
          }
          const all = liveTotals(positions, BigInt(now.getTime()));
          expect(all.claimableBaseUnits).toBe(known.reduce((sum, one) => sum + claimableOf(one, now), 0n));
          expect(all.stakedBaseUnits).toBe(known.reduce((sum, { row }) => sum + row.amount, 0n));
        },
      ),
      { numRuns: 200 },
    );
  });

  it('are never ahead of the provider, and behind by at most a second plus the response’s travel time, however wrong the device’s clock is', () => {
    const time = fc.integer({ min: 0, max: 80 * DAY_MS });
    const wrongBy = fc.integer({ min: -400 * DAY_MS, max: 400 * DAY_MS });
    const running = stake.filter(({ row }) => row.days > 81);
    fc.assert(
      fc.property(running, time, wrongBy, fc.integer({ min: 0, max: 3_000 }), time, (one, answeredAfter, wrong, latencyMs, laterMs) => {
        const answeredAt = EPOCH_MS + answeredAfter;
        const known = { ...one, charges: one.charges.filter(({ startedAt }) => startedAt.getTime() <= answeredAt) };
        const { positions, clockOffsetMs } = liveStaking(answerAt([known], answeredAt, answeredAt + latencyMs + wrong));
        const [live] = positions;
        if (!live) throw new Error('The position is missing.');
        const provider = answeredAt + latencyMs + laterMs;
        const reckonedMs = provider + wrong + clockOffsetMs;
        expect(reckonedMs).toBeLessThanOrEqual(provider);
        expect(reckonedMs).toBeGreaterThan(provider - latencyMs - 1_000);
        const { claimableBaseUnits } = liveFigures(live, BigInt(reckonedMs));
        expect(claimableBaseUnits).toBe(claimableOf(known, new Date(reckonedMs)));
        expect(claimableBaseUnits).toBeLessThanOrEqual(claimableOf(known, new Date(provider)));
      }),
    );
  });
});

it('what was claimed can’t be claimed again', () => {
  const claimedRoi = 10n ** 15n;
  const one = stakeOf({ claimedRoi });
  const at = EPOCH_MS + 10 * DAY_MS;
  const [live] = liveStaking(answerAt([one], at, at)).positions;
  if (!live) throw new Error('The position is missing.');
  const figures = liveFigures(live, BigInt(at));
  expect(figures.accruedBaseUnits - figures.claimableBaseUnits).toBe(claimedRoi);
  expect(figures).toMatchObject({ hasMatured: false, daysLeft: 80, elapsedShare: 1_111 });
});

it('a position charged between the two responses stays as received until both are read again', () => {
  const charged = stakeOf({ charges: [{ afterMs: DAY_MS, units: 2 }] });
  const at = EPOCH_MS + 2 * DAY_MS;
  const both = answerAt([charged], at, at);
  const { positions, clockOffsetMs } = liveStaking({ ...both, charges: [] });
  expect(positions[0]?.facts).toBeNull();
  expect(clockOffsetMs).toBe(0);
  const [live] = positions;
  if (!live) throw new Error('The position is missing.');
  expect(liveFigures(live, BigInt(at + 5 * DAY_MS))).toMatchObject({
    accruedBaseUnits: accruedOf(charged, new Date(at)),
    effectiveApr: 1_190,
    turboUnits: 2,
  });
});

it('a position isn’t made live if its terms can’t yield its figures', () => {
  const at = EPOCH_MS + 2 * DAY_MS;
  const answer = answerAt([stakeOf()], at, at);
  const content = answer.content.map((position) => ({ ...position, accruedRoi: '0.000000000000000001' }));
  expect(liveStaking({ ...answer, content }).positions[0]?.facts).toBeNull();
});

it('a stake has matured from its last moment on, or once it is no longer active', () => {
  const maturesAt = new Date(EPOCH_MS).toISOString();
  expect(isMatured({ status: 'ACTIVE', maturesAt }, BigInt(EPOCH_MS) - 1n)).toBe(false);
  expect(isMatured({ status: 'ACTIVE', maturesAt }, BigInt(EPOCH_MS))).toBe(true);
  expect(isMatured({ status: 'MATURED', maturesAt }, 0n)).toBe(true);
});
