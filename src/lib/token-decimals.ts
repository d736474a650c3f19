/** Amounts are computed and shown in 10⁻¹⁸ tokens, which is exact for every token: JU and JUF have 18 decimals, USDT has fewer. */
export const TOKEN_DECIMALS = 18;
