import { z } from 'zod';
import { findContradictions } from './terms/find-contradictions.ts';
import { defaultNames, offerCode, offerNamesSchema } from './terms/offer-names.ts';

/**
 * Every rate, limit and threshold of the product. Amounts are decimal strings in the token's own unit, rates are basis points. The descriptions are shown
 * in docs/terms.md, in the example and in editors.
 */
const amount = decimal(18);
const usdt = decimal(6);
const basisPoints = z.int().min(0).max(100_000);
const days = z.int().min(1).max(3_650);
const count = z.int().min(0).max(1_000_000_000);
const minutes = z.int().min(1).max(100_000);
const hours = z.int().min(1).max(10_000);

/** What a role costs and gives. */
export const roleSchema = z.strictObject({
  code: offerCode.describe('the role; `names` says what it is called'),
  rank: count.describe('its place in the order of roles: 0 for the lowest, then 1, 2 and so on'),
  priceUsdt: usdt.describe('what it costs, less what the member has paid for lower roles'),
  bonusRates: z
    .tuple([basisPoints, basisPoints, basisPoints])
    .describe('its holder’s share of a sale to the first, second and third level below, in basis points'),
  privilege: z
    .strictObject({ juf: amount, score: count, everyDays: days })
    .describe(
      'JUF and points that its holder can claim every so many days, counted from the first role bought; the interval is the same for all roles, and fixed once a role was sold',
    ),
});

export const economySchema = z
  .strictObject({
    profile: z.strictObject({
      uidChangeDays: days.describe('days between two changes of the uid'),
      usernameChangeDays: days.describe('days between two changes of the username'),
      mostUsernames: z
        .int()
        .min(2)
        .max(1_000)
        .describe('how many usernames one member may ever hold, including the current one: none of them is ever given to another member'),
      reservedNames: z
        .array(z.string().min(3).max(20))
        .max(200)
        .describe('your own reserved words, in addition to the built-in ones: no username or uid may consist of them'),
    }),
    referral: z.strictObject({
      bindWithinDays: days.describe('days after signing up in which a member can still name a referrer'),
      levels: z.literal(3).describe('levels of uplines that earn bonuses: 3'),
    }),
    roles: z.array(roleSchema).min(1).describe('from the lowest, which everybody has and nobody pays for, to the highest'),
    bonuses: z.strictObject({
      capRate: basisPoints.describe('the most that a member’s bonuses may add up to, as a share of what that member has paid for roles'),
    }),
    pools: z.strictObject({
      bonusShareOfSales: basisPoints.max(10_000).describe('the share of each sale of JUF or a role that goes to the bonus pool'),
      insuranceShareOfTreasury: basisPoints.max(10_000).describe('the share of each sale of JUF that goes to the insurance pool'),
      rewardMintShareOfSold: basisPoints.describe('how much JUF is minted to the reward pool, as a share of the JUF sold'),
    }),
    power: z
      .strictObject({
        perRoleRank: count.describe('JU power of a role that was bought, for each step of its rank'),
        pointsPerPower: z.int().min(1).max(1_000_000_000).describe('bought points for one JU power'),
        maxFromScore: count.describe('the most JU power that points give'),
      })
      .describe('only what was bought gives power'),
    treasury: z.strictObject({
      maxMintingCapJuf: amount.describe('the most JUF there may ever be; where the contract’s own cap is lower, that one counts'),
      mintedBeforeSalesJuf: amount.describe(
        'what the JUF contract had minted when sales began; counts only until the contract itself has been read, which needs the vault’s settings',
      ),
      minUsdt: usdt.describe('the least one purchase may pay'),
      maxUsdt: usdt.describe('the most one purchase may pay'),
      packages: z
        .array(
          z.strictObject({
            code: offerCode.describe('the package; `names` says what it is called'),
            discountRate: basisPoints.max(9_999).describe('off the price'),
            vestingDays: days.describe('days until all JUF of a purchase can be claimed; they vest by the second'),
            powerPerJuf: amount.describe('JU power of each JUF that is not claimed yet'),
          }),
        )
        .describe('what is on sale; a package that isn’t listed is no longer sold'),
      price: z
        .strictObject({
          maxAgeSeconds: z.int().min(1).max(86_400).describe('how old a price may be for sales at it'),
          maxSpread: basisPoints.describe('how far apart the two averages may be; beyond that, nothing is sold'),
          shortWindowMinutes: minutes.describe('the shorter average'),
          longWindowMinutes: minutes.describe('the longer average; JUF is sold at the higher of the two'),
        })
        .describe('how a price is judged'),
    }),
    insurance: z.strictObject({
      premiumRate: basisPoints.min(1).describe('of the amount insured'),
      days: days.describe('how long it covers'),
      maxPayoutRate: basisPoints.min(1).max(10_000).describe('the most it pays, of the amount insured'),
      noCancelDays: days.describe('how many days before its end it can no longer be cancelled'),
      settlementWindowsHours: z.tuple([hours, hours]).describe('the lengths of the two averages it settles by; the higher one counts'),
    }),
    score: z.strictObject({
      levels: z
        .array(
          z.strictObject({
            from: count.describe('points from which it counts'),
            feeDiscount: basisPoints.max(10_000).describe('off the fee of a transfer'),
          }),
        )
        .min(1)
        .describe('rising, the first from 0'),
      pricePerPointUsdt: usdt.describe('what a point costs'),
      maxBoughtPerDay: z.int().min(1).max(1_000_000_000).describe('points one member may buy per day (UTC)'),
      claim: z
        .strictObject({ base: count, perStreakDay: count, max: count })
        .describe('points claimed per day: a base, plus some for each consecutive day, up to a maximum'),
    }),
    staking: z.strictObject({
      tiers: z
        .array(
          z.strictObject({
            code: offerCode.describe('the tier; `names` says what it is called'),
            minJuf: amount.describe('staked JUF from which it counts'),
            multiplier: basisPoints.describe('of the period’s rate: 10000 leaves it as it is'),
            maxTurbo: z.int().min(0).max(1_000).describe('how many turbo units may run at the same time'),
          }),
        )
        .min(1),
      periods: z
        .array(
          z.strictObject({
            days: days.describe('how long a stake is locked'),
            apr: basisPoints.describe('what it returns per year, in basis points'),
          }),
        )
        .min(1),
      turbo: z.strictObject({
        boostPerUnit: basisPoints.describe('what a unit adds to the yearly rate'),
        durationDays: days.describe('how long a unit runs'),
        perJuf: amount.describe('the JUF of a stake that one payment covers: a unit is paid once for each started amount of this size'),
        // Up to what the highest mark-up of earlier versions came to: see `withCostRate`.
        costRate: z.int().min(0).max(110_000).describe('what a unit costs, as a share of what it returns at the prices of the hour'),
        juPerUnit: amount.describe('the least JU a unit costs, whatever the prices'),
      }),
    }),
    transfer: z.strictObject({
      feeRate: basisPoints.max(10_000).describe('as a share of what is sent to another member'),
      minimum: usdt.describe('the least one transfer or payout may move, in its own token'),
      maximum: usdt.describe('the most one transfer or payout may move, in its own token'),
      maxDeadlineSeconds: z.int().min(60).max(3_600).describe('how long a signed transfer or order may remain valid'),
      payoutFee: z.strictObject({ JU: amount, JUF: amount, USDT: usdt }).describe('the fee of a payout to the chain, in its own token'),
      payoutDailyLimitUsd: usdt.describe('what one member may have paid out per day (UTC), in US dollars'),
      payoutDailyLimitUnpriced: z
        .strictObject({ JU: amount, JUF: amount })
        .describe('the whole daily limit in a token whose price was never known'),
    }),
    orders: z.strictObject({
      unsignedUsd: usdt.describe(
        'what one member may spend on purchases and turbo and lock in stakes within any 24 hours without the wallet’s signature, in US dollars; beyond it, and where there is no reliable price, each needs one, as every transfer does; 0 always asks',
      ),
    }),
    proceeds: z.strictObject({
      dailyLimit: z
        .strictObject({ JU: amount, JUF: amount, USDT: usdt })
        .describe('the most of each token that you may take out of the vault for yourself per day (UTC), from fees and what sales brought'),
    }),
    names: offerNamesSchema,
  })
  .superRefine((economy, context) => {
    for (const { path, says } of findContradictions(economy)) context.addIssue({ code: 'custom', path, message: says });
  });

export type Economy = z.infer<typeof economySchema>;

/** Throws if the terms are invalid. */
export function validateEconomy(candidate: unknown): Economy {
  return economySchema.parse(candidate);
}

/** The initial terms of a new database. */
export const defaultEconomy: Economy = validateEconomy({
  profile: { uidChangeDays: 90, usernameChangeDays: 30, mostUsernames: 12, reservedNames: [] },
  referral: { bindWithinDays: 30, levels: 3 },
  roles: [
    // A free role earns nothing: with three free accounts anybody could be their own uplines.
    { code: 'MEMBER', rank: 0, priceUsdt: '0', bonusRates: [0, 0, 0], privilege: { juf: '0', score: 0, everyDays: 30 } },
    { code: 'SILVER', rank: 1, priceUsdt: '100', bonusRates: [700, 300, 100], privilege: { juf: '5', score: 100, everyDays: 30 } },
    { code: 'GOLD', rank: 2, priceUsdt: '500', bonusRates: [900, 400, 200], privilege: { juf: '26', score: 300, everyDays: 30 } },
    { code: 'PLATINUM', rank: 3, priceUsdt: '2000', bonusRates: [1000, 500, 300], privilege: { juf: '105', score: 1_000, everyDays: 30 } },
    { code: 'DIAMOND', rank: 4, priceUsdt: '10000', bonusRates: [1100, 500, 400], privilege: { juf: '540', score: 3_000, everyDays: 30 } },
  ],
  bonuses: { capRate: 5_000 },
  pools: { bonusShareOfSales: 2_000, insuranceShareOfTreasury: 500, rewardMintShareOfSold: 2_500 },
  power: { perRoleRank: 10, pointsPerPower: 500, maxFromScore: 10_000 },
  treasury: {
    maxMintingCapJuf: '21000000',
    // For the embedded chain: its traders' and wallets' JUF, the exchange's initial liquidity, and what the patron puts into the vault.
    mintedBeforeSalesJuf: '1526000',
    minUsdt: '10',
    maxUsdt: '100000',
    packages: [
      { code: 'SEED', discountRate: 0, vestingDays: 30, powerPerJuf: '1' },
      { code: 'GROWTH', discountRate: 300, vestingDays: 90, powerPerJuf: '1.2' },
      { code: 'SUMMIT', discountRate: 600, vestingDays: 180, powerPerJuf: '1.5' },
      { code: 'RIDGE', discountRate: 1_000, vestingDays: 360, powerPerJuf: '2' },
    ],
    price: { maxAgeSeconds: 600, maxSpread: 1_000, shortWindowMinutes: 30, longWindowMinutes: 1_440 },
  },
  insurance: { premiumRate: 200, days: 180, maxPayoutRate: 1_500, noCancelDays: 7, settlementWindowsHours: [24, 168] },
  score: {
    levels: [
      { from: 0, feeDiscount: 0 },
      { from: 1_000, feeDiscount: 1_000 },
      { from: 2_000, feeDiscount: 2_000 },
      { from: 3_000, feeDiscount: 3_000 },
      { from: 5_000, feeDiscount: 5_000 },
    ],
    pricePerPointUsdt: '0.01',
    maxBoughtPerDay: 10_000,
    claim: { base: 10, perStreakDay: 2, max: 30 },
  },
  staking: {
    tiers: [
      { code: 'BASE', minJuf: '100', multiplier: 10_000, maxTurbo: 2 },
      { code: 'PLUS', minJuf: '1000', multiplier: 11_000, maxTurbo: 4 },
      { code: 'PRO', minJuf: '10000', multiplier: 12_500, maxTurbo: 6 },
      { code: 'PRIME', minJuf: '100000', multiplier: 15_000, maxTurbo: 10 },
    ],
    periods: [
      { days: 30, apr: 600 },
      { days: 90, apr: 900 },
      { days: 180, apr: 1_200 },
      { days: 360, apr: 1_800 },
    ],
    turbo: { boostPerUnit: 100, durationDays: 30, perJuf: '100', costRate: 8_000, juPerUnit: '0.05' },
  },
  transfer: {
    feeRate: 10,
    minimum: '1',
    maximum: '10000000',
    maxDeadlineSeconds: 600,
    payoutFee: { JU: '0.1', JUF: '1', USDT: '1' },
    payoutDailyLimitUsd: '50000',
    payoutDailyLimitUnpriced: { JU: '5000', JUF: '50000' },
  },
  orders: { unsignedUsd: '100' },
  proceeds: { dailyLimit: { JU: '100000', JUF: '100000', USDT: '10000' } },
  names: defaultNames,
});

/** What versions that were applied before the field existed count as. They are kept as they were applied, so this never changes. */
const ADDED_LATER = {
  orders: { unsignedUsd: '100' },
  proceeds: { dailyLimit: { JU: '100000', JUF: '100000', USDT: '10000' } },
  names: defaultNames,
};

/** Terms as the database keeps them. */
export function readKeptEconomy(document: unknown): Economy {
  return validateEconomy(isRecord(document) ? { ...ADDED_LATER, ...document, staking: withCostRate(document.staking) } : document);
}

/** Earlier versions said the price of turbo as a mark-up on what a unit returns. */
function withCostRate(staking: unknown): unknown {
  if (!isRecord(staking) || !isRecord(staking.turbo)) return staking;
  const { markupRate, ...turbo } = staking.turbo;
  if (typeof markupRate !== 'number') return staking;
  return { ...staking, turbo: { ...turbo, costRate: 10_000 + markupRate } };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function decimal(places: number): z.ZodString {
  const message = `must be an amount such as "12.5", in quotes, with at most ${places} decimal places`;
  // Stops here, because the checks across values rely on each value being valid.
  return z.string().regex(new RegExp(`^(0|[1-9]\\d{0,30})(\\.\\d{1,${places}})?$`), { message, abort: true });
}
