/**
 * The rates the landing page states, in basis points and days, as the provider's economy and the exchange have them by default.
 * Pages may not import the provider; a test holds the two together.
 */
export const publicTerms = {
  treasuryDiscount: { from: 0, to: 1_000 },
  vestingDays: { from: 30, to: 360 },
  stakingApr: { from: 600, to: 1_800 },
  exchangeFee: 50,
  transferFee: 10,
  insuranceDays: 180,
  insuranceMaxPayout: 1_500,
} as const;
