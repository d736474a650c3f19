import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { intentDomain, transferIntentTypes } from '../../../src/lib/api/contract/transfer-intent.ts';
import { findLookAlike } from '../../../src/islands/wallet/RecipientField.tsx';
import { isOwnIntent } from '../../../src/lib/transfer/sign-transfer.ts';
import { mostAfterFee, transferFee } from '../../../src/lib/transfer/transfer-fee.ts';

describe('a transfer’s fee', () => {
  it('is a share rounded up, and at least the minimum', () => {
    expect(transferFee(250_000_000n, { feeRate: 10, feeMin: 0n })).toBe(250_000n);
    expect(transferFee(1n, { feeRate: 10, feeMin: 0n })).toBe(1n);
    expect(transferFee(250_000_000n, { feeRate: 0, feeMin: 1_000_000n })).toBe(1_000_000n);
  });

  it('leaves the most that can be sent: one unit more is too much', () => {
    const terms = fc.record({ feeRate: fc.integer({ min: 0, max: 10_000 }), feeMin: fc.bigInt({ min: 0n, max: 10n ** 20n }) });
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 30n }), terms, (balance, each) => {
        const most = mostAfterFee(balance, each);
        const cost = (amount: bigint): bigint => amount + transferFee(amount, each);
        if (most > 0n) expect(cost(most) <= balance).toBe(true);
        expect(cost(most + 1n) > balance).toBe(true);
      }),
    );
  });
});

describe('an address that imitates a known one', () => {
  const known = [{ name: 'lena', address: '0xB81c5D0912345678901234567890123456f344A2' }];

  it('has the same first and last four characters and a different middle', () => {
    expect(findLookAlike('0xb81c000000000000000000000000000000f344a2', known)?.name).toBe('lena');
  });

  it.each([
    '0xb81d000000000000000000000000000000f344a2',
    '0xb81c000000000000000000000000000000f344a3',
    '0xb81c5d0912345678901234567890123456f344a2',
  ])('isn’t %s', (address) => {
    expect(findLookAlike(address, known)).toBeUndefined();
  });
});

describe('an intent to sign', () => {
  const site = 'https://jufi.example';
  const offered = { domain: intentDomain(site, 210_000), types: { Transfer: [...transferIntentTypes.Transfer] } };

  it('is this site’s own intent', () => {
    expect(isOwnIntent(offered, site, 210_000)).toBe(true);
  });

  it.each([
    ['of another site', { ...offered, domain: intentDomain('https://evil.example', 210_000) }],
    ['of another chain', { ...offered, domain: intentDomain(site, 1) }],
    ['with another field', { ...offered, types: { Transfer: [...transferIntentTypes.Transfer, { name: 'x', type: 'string' }] } }],
    ['of another kind', { ...offered, types: { Permit: [...transferIntentTypes.Transfer] } }],
  ])('isn’t one %s', (_what, intent) => {
    expect(isOwnIntent(intent, site, 210_000)).toBe(false);
  });
});
