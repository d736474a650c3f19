/** Amounts are computed and shown in 10⁻¹⁸ tokens, which is exact for every token: JU and JUF have 18 decimals, USDT has fewer. */
export const TOKEN_DECIMALS = 18;

/** One token. */
export const ONE = 10n ** BigInt(TOKEN_DECIMALS);

/** The tokens' own. */
export const tokenDecimals = { JU: 18, JUF: 18, USDT: 6 } as const;

/** The smallest amount of a token with this many decimals. */
export function unitOf(decimals: number): bigint {
  return 10n ** BigInt(TOKEN_DECIMALS - decimals);
}
