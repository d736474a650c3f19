import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultEconomy } from '../../../provider/economy.ts';
import { payoutCapOf, premiumOf } from '../../../provider/modules/insurance/insurance-terms.ts';
import { planPurchase } from '../../../provider/modules/treasury/plan-purchase.ts';
import { fromDecimalString } from '../../../src/lib/amount.ts';
import {
  checkPurchase,
  mintableJuf,
  mostAffordable,
  type PurchaseFacts,
  type PurchaseProblem,
  quotePurchase,
} from '../../../src/lib/treasury/quote-purchase.ts';

const ONE = 10n ** 18n;
/** The ledger's USDT, in 10⁻¹⁸. */
const UNIT = 10n ** 12n;
const usdt = fc.bigInt(10_000_000n, 100_000_000_000n);
const price = fc.oneof(fc.bigInt(1n, 10n ** 6n), fc.bigInt(10n ** 15n, 10n ** 21n));
const pack = fc.constantFrom(...defaultEconomy.treasury.packages);
const { premiumRate: insurancePremiumRate, maxPayoutRate: insuranceMaxPayoutRate } = defaultEconomy.insurance;

describe('a quote', () => {
  it('is exactly what the provider takes and gives at that price', () => {
    fc.assert(
      fc.property(usdt, price, pack, fc.boolean(), (usdtBaseUnits, price18, terms, isInsured) => {
        const quote = quotePurchase({
          pack: { ...terms, powerPerJuf: fromDecimalString(terms.powerPerJuf), insurancePremiumRate, insuranceMaxPayoutRate },
          usdt: usdtBaseUnits * UNIT,
          price18,
          isInsured,
        });
        const plan = planPurchase(usdtBaseUnits, price18, terms, defaultEconomy);
        expect(quote).toMatchObject({ juf: plan.juf, price18: plan.discountedPrice18, power: plan.power });
        const premiumUsdt = premiumOf(usdtBaseUnits, defaultEconomy);
        const payoutCapUsdt = payoutCapOf(usdtBaseUnits, defaultEconomy) * UNIT;
        expect(quote.insurance).toEqual({ premiumUsdt: premiumUsdt * UNIT, payoutCapUsdt });
        expect(quote.totalUsdt).toBe((isInsured ? usdtBaseUnits + premiumUsdt : usdtBaseUnits) * UNIT);
      }),
      { numRuns: 1_000 },
    );
  });

  it('holds at every price within the limit: never less than stated, and nothing above the limit', () => {
    fc.assert(
      fc.property(usdt, price, pack, fc.bigInt(0n, 2_000n), (usdtBaseUnits, price18, terms, moveBasisPoints) => {
        const quote = quotePurchase({
          pack: { ...terms, powerPerJuf: fromDecimalString(terms.powerPerJuf), insurancePremiumRate, insuranceMaxPayoutRate },
          usdt: usdtBaseUnits * UNIT,
          price18,
          isInsured: false,
        });
        const later = planPurchase(usdtBaseUnits, (price18 * (10_000n + moveBasisPoints)) / 10_000n, terms, defaultEconomy);
        if (later.discountedPrice18 <= quote.maxPrice18) expect(later.juf >= quote.leastJuf).toBe(true);
        if (moveBasisPoints > 100n && price18 > 10n ** 6n) expect(later.discountedPrice18 > quote.maxPrice18).toBe(true);
        expect(quote.leastJuf <= quote.juf).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  it('spends at most the whole balance, to the last unit', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 12n), fc.integer({ min: 0, max: 20_000 }), fc.boolean(), (balance, rate, isInsured) => {
        const most = mostAffordable(balance * UNIT, { insurancePremiumRate: rate }, isInsured) / UNIT;
        const costs = (amount: bigint): bigint => amount + (isInsured ? (amount * BigInt(rate) + 9_999n) / 10_000n : 0n);
        expect(costs(most) <= balance && costs(most + 1n) > balance).toBe(true);
      }),
    );
  });
});

describe('problems of a purchase', () => {
  const facts: PurchaseFacts = {
    pack: { status: 'OPEN', minAmount: fromDecimalString('10'), maxAmount: fromDecimalString('100000') },
    treasury: {
      maxMintingCap: fromDecimalString('21000000'),
      mintedJuf: fromDecimalString('20999000'),
      insuranceCapacity: fromDecimalString('500'),
    },
    usdt: 400n * ONE,
    isInsured: false,
    quote: { juf: 800n * ONE, totalUsdt: 400n * ONE },
    balanceUsdt: 400n * ONE,
  };

  const cases: { what: string; changes: Partial<PurchaseFacts>; problem: PurchaseProblem | null }[] = [
    { what: 'nothing', changes: {}, problem: null },
    { what: 'a closed package', changes: { pack: { ...facts.pack, status: 'CLOSED' } }, problem: { reason: 'CLOSED' } },
    { what: 'no price', changes: { quote: null }, problem: { reason: 'NO_PRICE' } },
    { what: 'a unit too little', changes: { usdt: 10n * ONE - UNIT }, problem: { reason: 'BELOW_MINIMUM', usdt: 10n * ONE } },
    {
      what: 'a unit too much',
      changes: { usdt: 100_000n * ONE + UNIT },
      problem: { reason: 'ABOVE_MAXIMUM', usdt: 100_000n * ONE },
    },
    { what: 'a unit missing', changes: { balanceUsdt: 400n * ONE - UNIT }, problem: { reason: 'INSUFFICIENT', usdt: UNIT } },
    { what: 'a balance not known', changes: { balanceUsdt: null }, problem: null },
    {
      what: 'what can just be insured',
      changes: { isInsured: true, treasury: { ...facts.treasury, insuranceCapacity: fromDecimalString('400') } },
      problem: null,
    },
    {
      what: 'a unit more than can be insured',
      changes: { isInsured: true, treasury: { ...facts.treasury, insuranceCapacity: fromDecimalString('399.999999') } },
      problem: { reason: 'UNINSURABLE', usdt: 400n * ONE - UNIT },
    },
    { what: 'all that is left to mint', changes: { quote: { juf: 1_000n * ONE, totalUsdt: 400n * ONE } }, problem: null },
    {
      what: 'a unit more than that',
      changes: { quote: { juf: 1_000n * ONE + 1n, totalUsdt: 400n * ONE } },
      problem: { reason: 'CAP_REACHED', leftJuf: 1_000n * ONE },
    },
  ];

  it.each(cases)('are reported: $what', ({ changes, problem }) => {
    expect(checkPurchase({ ...facts, ...changes })).toEqual(problem);
  });

  it('include an exceeded cap, with zero rather than a negative amount left', () => {
    expect(mintableJuf({ maxMintingCap: fromDecimalString('10'), mintedJuf: fromDecimalString('11') })).toBe(0n);
  });
});
