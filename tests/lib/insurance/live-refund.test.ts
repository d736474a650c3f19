import fc from 'fast-check';
import { expect, test } from 'vitest';

import { unusedPremium } from '../../../provider/modules/insurance/insurance-terms.ts';
import { isCancellable, liveRefund, type InsuranceRow } from '../../../src/lib/insurance/live-refund.ts';

const DAY_MS = 86_400_000;
const ONE = 10n ** 18n;
/** USDT's own, in 10⁻¹⁸. */
const UNIT = 10n ** 12n;
const startedAtMs = Date.UTC(2026, 0, 1);

function row(premiumUsdt: bigint, refundableUsdt: bigint, days = 180): InsuranceRow {
  return {
    id: 'a',
    purchaseId: 'b',
    walletType: 'USDT',
    insuredAmount: 100n * ONE,
    coveredJuf: ONE,
    referencePrice: ONE,
    maxPayout: 15n * ONE,
    premium: premiumUsdt * UNIT,
    refundable: refundableUsdt * UNIT,
    startedAt: new Date(startedAtMs).toISOString(),
    expiresAt: new Date(startedAtMs + days * DAY_MS).toISOString(),
    status: 'ACTIVE',
  };
}

test('the displayed refund is at most the payment, and hardly less', () => {
  const seconds = 180 * 86_400;
  fc.assert(
    fc.property(fc.bigInt(1n, 10n ** 10n), fc.nat(seconds * 1_000), fc.nat(3_600_000), (premiumUsdt, readAfterMs, passedMs) => {
      const expiresAt = new Date(startedAtMs + 180 * DAY_MS);
      const term = { premiumUsdt, earnedUsdt: 0n, startedAt: new Date(startedAtMs), expiresAt };
      const said = unusedPremium(term, new Date(startedAtMs + readAfterMs));
      const paid = unusedPremium(term, new Date(startedAtMs + readAfterMs + passedMs));
      const live = liveRefund(row(premiumUsdt, said), passedMs);
      // Whole base units of USDT.
      expect(live % 10n ** 12n).toBe(0n);
      const shown = live / 10n ** 12n;
      expect(shown <= paid).toBe(true);
      // Two seconds' worth, and the rounding of a small premium.
      expect(paid - shown <= (2n * premiumUsdt) / BigInt(seconds) + 2n).toBe(true);
    }),
  );
});

test('nothing is refunded after the end or in the last days', () => {
  expect(isCancellable(row(100n, 0n), startedAtMs)).toBe(false);
  expect(isCancellable(row(100n, 5n), startedAtMs)).toBe(true);
  expect(isCancellable(row(100n, 5n), startedAtMs + 180 * DAY_MS)).toBe(false);
  expect(isCancellable({ ...row(100n, 5n), status: 'CANCELLED' }, startedAtMs)).toBe(false);
  expect(liveRefund(row(100n, 0n), 0)).toBe(0n);
  expect(liveRefund(row(100n, 50n), 400 * DAY_MS)).toBe(0n);
});
