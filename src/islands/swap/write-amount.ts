import { formatAmount } from '../../lib/amount.ts';
import type { SwapToken } from '../../lib/swap/swap-token.ts';

/** Decimals for display: two for dollars, four for the rest, and enough to show the first three significant digits of a small amount. */
export function writeAmount(
  value: bigint,
  { decimals, symbol }: Pick<SwapToken, 'decimals' | 'symbol'>,
  locale: string,
  useGrouping = true,
): string {
  return formatAmount(value, { locale, fractionDigits: digitsFor(value, decimals, symbol === 'USDT' ? 2 : 4), useGrouping, decimals });
}

export function digitsFor(value: bigint, decimals: number, usual: number): number {
  if (value === 0n || value >= 10n ** BigInt(decimals)) return Math.min(usual, decimals);
  const leadingZeros = decimals - value.toString().length;
  return Math.min(decimals, Math.max(usual, leadingZeros + 3));
}

/** Basis points as a percentage with two decimals. */
export function writePercent(basisPoints: bigint | number, locale: string): string {
  return new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }).format(Number(basisPoints) / 10_000);
}
