import { z } from 'zod';

/** Every rate, limit and threshold of the product. Amounts are decimal strings in the token's own unit, rates are basis points. */
const amount = z.string().regex(/^(0|[1-9]\d*)(\.\d{1,18})?$/, 'a decimal amount');
const basisPoints = z.int().min(0).max(100_000);
const days = z.int().min(1).max(3_650);

/** What a role costs and gives. */
export const roleSchema = z.object({
  code: z.enum(['MEMBER', 'SILVER', 'GOLD', 'PLATINUM', 'DIAMOND']),
  rank: z.int().min(0),
  priceUsdt: amount,
  bonusRates: z.tuple([basisPoints, basisPoints, basisPoints]),
  privilege: z.object({ juf: amount, score: z.int().min(0), everyDays: days }),
});

const economySchema = z
  .object({
    profile: z.object({
      uidChangeDays: days,
      usernameChangeDays: days,
      /** How many names one member may have held, the present one among them: none of them is ever given to another. */
      mostUsernames: z.int().min(2).max(1_000),
      /** Words of the operator's own that no username or uid may be made of, beside those of `reserved-words.ts`. */
      reservedNames: z.array(z.string().min(3).max(20)).max(200),
    }),
    referral: z.object({ bindWithinDays: days, levels: z.literal(3) }),
    roles: z.array(roleSchema).min(1),
    /** What a member's bonuses may add up to, of what that member has paid for roles. */
    bonuses: z.object({ capRate: basisPoints }),
    pools: z.object({
      bonusShareOfSales: basisPoints,
      insuranceShareOfTreasury: basisPoints,
      rewardMintShareOfSold: basisPoints,
    }),
    /** Only roles and points that were bought give power. */
    power: z.object({ perRoleRank: z.int().min(0), pointsPerPower: z.int().min(1), maxFromScore: z.int().min(0) }),
    treasury: z.object({
      maxMintingCapJuf: amount,
      /**
       * What the JUF contract had minted when sales began. It counts into the cap, because the contract's own cap counts it: JUF sold above the rest
       * could never be minted.
       */
      mintedBeforeSalesJuf: amount,
      minUsdt: amount,
      maxUsdt: amount,
      packages: z.array(
        z.object({
          code: z.enum(['SEED', 'GROWTH', 'SUMMIT', 'RIDGE']),
          discountRate: basisPoints.max(9_999),
          vestingDays: days,
          powerPerJuf: amount,
        }),
      ),
      price: z.object({
        maxAgeSeconds: z.int().min(1),
        maxSpread: basisPoints,
        shortWindowMinutes: z.int().min(1),
        longWindowMinutes: z.int().min(1),
      }),
    }),
    insurance: z.object({
      premiumRate: basisPoints.min(1),
      days,
      maxPayoutRate: basisPoints.min(1),
      noCancelDays: days,
      settlementWindowsHours: z.tuple([z.int(), z.int()]),
    }),
    score: z.object({
      levels: z.array(z.object({ from: z.int().min(0), feeDiscount: basisPoints.max(10_000) })).min(1),
      pricePerPointUsdt: amount,
      maxBoughtPerDay: z.int().min(1),
      claim: z.object({ base: z.int().min(0), perStreakDay: z.int().min(0), max: z.int().min(0) }),
    }),
    staking: z.object({
      tiers: z
        .array(
          z.object({
            code: z.enum(['BASE', 'PLUS', 'PRO', 'PRIME']),
            minJuf: amount,
            multiplier: basisPoints,
            maxTurbo: z.int().min(0).max(1_000),
          }),
        )
        .min(1),
      periods: z.array(z.object({ days, apr: basisPoints })).min(1),
      turbo: z.object({
        boostPerUnit: basisPoints,
        durationDays: days,
        perJuf: amount,
        /** On top of what a unit returns at the prices of the hour. */
        markupRate: basisPoints,
        /** The least a unit costs, whatever the prices. */
        juPerUnit: amount,
      }),
    }),
    transfer: z.object({
      feeRate: basisPoints,
      minimum: amount,
      maximum: amount,
      maxDeadlineSeconds: z.int().min(60).max(3_600),
      payoutFee: z.object({ JU: amount, JUF: amount, USDT: amount }),
      payoutDailyLimitUsd: amount,
      /** The whole of a day's limit in a token of which no price was ever known. */
      payoutDailyLimitUnpriced: z.object({ JU: amount, JUF: amount }),
    }),
  })
  .superRefine((economy, context) => {
    // Each purchase puts a share into the bonus pool; were the three levels' best rates to pay more than that, the pool could run dry.
    const greatestBonus = [0, 1, 2].reduce((sum, level) => sum + Math.max(...economy.roles.map((role) => role.bonusRates[level] ?? 0)), 0);
    if (greatestBonus > economy.pools.bonusShareOfSales) {
      context.addIssue({ code: 'custom', path: ['roles'], message: `bonus rates of up to ${greatestBonus} bp exceed the pool's share` });
    }
    const ranks = economy.roles.map(({ rank }) => rank);
    if (ranks.some((rank, index) => rank !== index))
      context.addIssue({ code: 'custom', path: ['roles'], message: 'ranks must count up from 0' });
    // An upgrade does not move the date of the next privilege.
    if (new Set(economy.roles.map(({ privilege }) => privilege.everyDays)).size !== 1)
      context.addIssue({ code: 'custom', path: ['roles'], message: 'privileges of all roles fall due equally often' });
    if (Object.values(economy.transfer.payoutDailyLimitUnpriced).some((limit) => !/[1-9]/.test(limit)))
      context.addIssue({
        code: 'custom',
        path: ['transfer', 'payoutDailyLimitUnpriced'],
        message: 'a limit of nothing keeps members from what is theirs',
      });
    const { tiers, periods, turbo } = economy.staking;
    const isDistinct = (values: readonly unknown[]): boolean => new Set(values).size === values.length;
    if (!isDistinct(tiers.map(({ code }) => code)) || !isDistinct(tiers.map(({ minJuf }) => minJuf)))
      context.addIssue({ code: 'custom', path: ['staking', 'tiers'], message: 'two tiers share a code or a minimum' });
    if (!isDistinct(periods.map((period) => period.days)))
      context.addIssue({ code: 'custom', path: ['staking', 'periods'], message: 'two periods are of the same length' });
    if (!/[1-9]/.test(turbo.perJuf))
      context.addIssue({ code: 'custom', path: ['staking', 'turbo', 'perJuf'], message: 'more than nothing' });
  });

export type Economy = z.infer<typeof economySchema>;
export type RoleCode = Economy['roles'][number]['code'];
export type PackageCode = Economy['treasury']['packages'][number]['code'];

/** Checks a configuration whole; the provider does not start on one that promises more than its pools hold. */
export function validateEconomy(candidate: unknown): Economy {
  return economySchema.parse(candidate);
}

export const defaultEconomy: Economy = validateEconomy({
  profile: { uidChangeDays: 90, usernameChangeDays: 30, mostUsernames: 12, reservedNames: [] },
  referral: { bindWithinDays: 30, levels: 3 },
  roles: [
    // A role that costs nothing earns nothing: with three free accounts anybody could be their own uplines.
    role('MEMBER', 0, '0', [0, 0, 0], '0', 0),
    role('SILVER', 1, '100', [700, 300, 100], '1', 100),
    role('GOLD', 2, '500', [900, 400, 200], '6', 300),
    role('PLATINUM', 3, '2000', [1000, 500, 300], '25', 1_000),
    role('DIAMOND', 4, '10000', [1100, 500, 400], '130', 3_000),
  ],
  bonuses: { capRate: 5_000 },
  pools: { bonusShareOfSales: 2_000, insuranceShareOfTreasury: 500, rewardMintShareOfSold: 2_500 },
  power: { perRoleRank: 10, pointsPerPower: 500, maxFromScore: 10_000 },
  treasury: {
    maxMintingCapJuf: '21000000',
    // The embedded chain's: its traders' and wallets' JUF, the liquidity its exchange began with, and what the patron lays into the vault.
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
      { from: 10_000, feeDiscount: 2_000 },
      { from: 50_000, feeDiscount: 3_000 },
      { from: 200_000, feeDiscount: 5_000 },
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
    turbo: { boostPerUnit: 100, durationDays: 30, perJuf: '100', markupRate: 1_000, juPerUnit: '0.05' },
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
});

function role(code: string, rank: number, priceUsdt: string, bonusRates: number[], juf: string, score: number): unknown {
  return { code, rank, priceUsdt, bonusRates, privilege: { juf, score, everyDays: 30 } };
}
