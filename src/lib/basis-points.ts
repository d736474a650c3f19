/** The whole, in the unit of rates and shares: a basis point is a hundredth of a percent. */
export const BASIS_POINTS = 10_000n;
