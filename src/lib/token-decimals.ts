/** Amounts are computed and shown in 10⁻¹⁸ tokens, which holds an amount of every token exactly: JU and JUF have 18 digits, USDT has fewer. */
export const TOKEN_DECIMALS = 18;
