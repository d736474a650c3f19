/**
 * The rates stated on the landing page, in basis points and days: the defaults of the provider's economy and of the exchange. Pages may not
 * import the provider; a test keeps the two in sync.
 */
export const publicTerms = {
  treasuryDiscount: { from: 0, to: 1_000 },
  vestingDays: { from: 30, to: 360 },
  stakingApr: { from: 600, to: 1_800 },
  exchangeFee: 50,
  transferFee: 10,
  rewardMintShare: 2_500,
  insuranceDays: 180,
  insuranceMaxPayout: 1_500,
} as const;
