import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toDecimalString } from '../../../src/lib/amount.ts';
import { purchaseTreasuryHistory } from '../../../src/lib/api/contract/treasury-history.ts';
import { claimableFromMs, claimableOfAll, providerClockOffsetMs, vestingFigures } from '../../../src/lib/treasury/live-vesting.ts';
import type { TreasuryPurchase } from '../../../src/lib/treasury/price-purchase.ts';
import { claimableJuf, vestedJuf, vestingEndsAt } from '../../../src/lib/vesting-accrual.ts';
import { DAY_MS, startTreasury } from '../../provider/treasury/open-treasury.ts';

const ONE = 10n ** 18n;
const DAY_SECONDS = 86_400;
const BOUGHT_AT_MS = Date.UTC(2026, 10, 21, 9, 0, 0, 123);
const ID = '019aa000-0000-7000-8000-000000000000';

/** The provider's data of a purchase, with claims at any moments. */
const bought = fc
  .record({
    juf: fc.oneof(fc.bigInt(10n ** 15n, 10n ** 24n), fc.bigInt(1n, 10n ** 8n)),
    vestingSeconds: fc.constantFrom(30, 90, 180, 360).map((days) => days * DAY_SECONDS),
    createdAtMs: fc.integer({ min: BOUGHT_AT_MS - 90 * DAY_MS, max: BOUGHT_AT_MS }),
    claimedAfterMs: fc.option(fc.integer({ min: 0, max: 400 * DAY_MS })),
  })
  .map(({ juf, vestingSeconds, createdAtMs, claimedAfterMs }) => {
    const vesting = { juf, vestingSeconds, createdAt: new Date(createdAtMs) };
    const claimedAt = claimedAfterMs === null ? null : new Date(createdAtMs + claimedAfterMs);
    return { ...vesting, claimedAt, claimedJuf: claimedAt === null ? 0n : vestedJuf(vesting, claimedAt) };
  });

type Bought = typeof bought extends fc.Arbitrary<infer T> ? T : never;

/** The provider's response at a moment. */
function rowOf(purchase: Bought, now: Date): TreasuryPurchase {
  return {
    id: ID,
    treasuryName: 'Growth',
    paid: 100n * ONE,
    price: ONE / 2n,
    juf: purchase.juf,
    vestedJuf: vestedJuf(purchase, now),
    claimedJuf: purchase.claimedJuf,
    vestingEndsAt: vestingEndsAt(purchase).toISOString(),
    insured: false,
    status: 'VESTING',
    createdAt: purchase.createdAt.toISOString(),
  };
}

const moments = fc.record({
  answeredAfterMs: fc.integer({ min: 0, max: 500 * DAY_MS }),
  lookedAfterMs: fc.integer({ min: 0, max: DAY_MS }),
});

describe('the displayed claimable amount', () => {
  it('is exactly what the provider pays at that moment', () => {
    fc.assert(
      fc.property(fc.array(bought, { minLength: 1, maxLength: 4 }), moments, (purchases, { answeredAfterMs, lookedAfterMs }) => {
        const answeredAt = new Date(BOUGHT_AT_MS + answeredAfterMs);
        const lookedAt = new Date(answeredAt.getTime() + lookedAfterMs);
        const rows = purchases.map((purchase) => rowOf(purchase, answeredAt));
        const paid = purchases.map((purchase) => claimableJuf(purchase, lookedAt));
        expect(rows.map((row) => vestingFigures(row, lookedAt.getTime()).claimableJuf)).toEqual(paid);
        expect(claimableOfAll(rows, lookedAt.getTime())).toBe(paid.reduce((sum, juf) => sum + juf, 0n));
      }),
      { numRuns: 1_000 },
    );
  });

  it('is never ahead of it, and behind by at most a second plus the response’s travel time, however wrong the device’s clock is', () => {
    const device = fc.record({
      aheadMs: fc.integer({ min: -10 * 365 * DAY_MS, max: 10 * 365 * DAY_MS }),
      latencyMs: fc.integer({ min: 0, max: 5_000 }),
    });
    fc.assert(
      fc.property(bought, moments, device, (purchase, { answeredAfterMs, lookedAfterMs }, { aheadMs, latencyMs }) => {
        const answeredAtMs = Math.max(BOUGHT_AT_MS + answeredAfterMs, purchase.claimedAt?.getTime() ?? 0);
        const row = rowOf(purchase, new Date(answeredAtMs));
        const offsetMs = providerClockOffsetMs({ content: [row], receivedAtMs: answeredAtMs + latencyMs + aheadMs });
        const nowMs = answeredAtMs + latencyMs + lookedAfterMs;
        const shown = vestingFigures(row, nowMs + aheadMs + offsetMs).claimableJuf;
        expect(shown <= claimableJuf(purchase, new Date(nowMs))).toBe(true);
        // If a second yields less than a unit, or everything has vested, the response doesn't distinguish seconds.
        const isTold = purchase.juf >= BigInt(purchase.vestingSeconds) && answeredAtMs < vestingEndsAt(purchase).getTime();
        if (isTold) expect(shown >= claimableJuf(purchase, new Date(nowMs - latencyMs - 1_000))).toBe(true);
        if (answeredAtMs >= vestingEndsAt(purchase).getTime()) expect(shown).toBe(purchase.juf - purchase.claimedJuf);
      }),
      { numRuns: 1_000 },
    );
  });

  it('computes the bar’s parts from the whole, and fills it only once everything has vested', () => {
    fc.assert(
      fc.property(bought, moments, (purchase, { answeredAfterMs }) => {
        const at = new Date(BOUGHT_AT_MS + answeredAfterMs);
        const { shares, isVested, claimableJuf: claimable } = vestingFigures(rowOf(purchase, at), at.getTime());
        expect(shares.claimed + shares.claimable === 10_000).toBe(purchase.claimedJuf + claimable === purchase.juf);
        expect(isVested).toBe(at >= vestingEndsAt(purchase));
      }),
    );
  });
});

it('the provider pays the displayed amount, for one purchase and for all', async () => {
  const treasury = await startTreasury({ insurancePool: '1000' });
  const buyer = await treasury.buyer('1000');
  const { purchase } = await buyer.buy({ pack: 'GROWTH', amount: '333.333333', insured: true });
  treasury.pass(12_345_678);
  await buyer.buy({ pack: 'RIDGE', amount: '77.7' });
  treasury.pass(40 * DAY_MS + 999);
  const read = async (): Promise<TreasuryPurchase[]> =>
    purchaseTreasuryHistory.output.parse(await buyer.call('purchaseTreasuryHistory')).list.content;
  const rows = await read();
  treasury.pass(7_654_321);
  const now = (): number => treasury.provider.time.now.getTime();
  const [, first] = rows;
  if (!first) throw new Error('There are not two purchases.');
  const one = vestingFigures(first, now()).claimableJuf;
  expect((await buyer.call('claimJuf', { body: { purchaseId: purchase.id } })).claimed).toBe(toDecimalString(one, 18));
  const left = await read();
  treasury.pass(60 * DAY_MS);
  const all = claimableOfAll(left, now());
  expect((await buyer.call('claimJuf', { body: {} })).claimed).toBe(toDecimalString(all, 18));
});

describe('the day from which an amount can be claimed', () => {
  it('is the first second at which all purchases together have it, and none where they never do', () => {
    fc.assert(
      fc.property(fc.array(bought, { minLength: 1, maxLength: 3 }), fc.bigInt(1n, 10n ** 24n), (purchases, amount) => {
        const rows = purchases.map((purchase) => rowOf(purchase, new Date(BOUGHT_AT_MS)));
        const atMs = claimableFromMs(rows, amount, BOUGHT_AT_MS);
        if (atMs === null) {
          expect(claimableOfAll(rows, BOUGHT_AT_MS + 1_000 * DAY_MS)).toBeLessThan(amount);
          return;
        }
        expect(claimableOfAll(rows, atMs)).toBeGreaterThanOrEqual(amount);
        if (atMs > BOUGHT_AT_MS) expect(claimableOfAll(rows, atMs - 1_000)).toBeLessThan(amount);
      }),
    );
  });
});
