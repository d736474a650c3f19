import { cutToCents, roundedUpToAddUp } from '../../lib/shown-amount.ts';
import { ONE } from '../../lib/token-decimals.ts';
import type { Portfolio } from '../../lib/api/contract/dashboard.ts';
import type { DashboardHome } from '../../stores/dashboard.ts';
import { BASIS_POINTS } from '../../lib/basis-points.ts';

type Part = Portfolio['parts'][number];

export interface PortfolioLine {
  kind: Part['kind'];
  walletType: Part['walletType'];
  /** In 10⁻¹⁸ tokens, enough for every token. */
  amount: bigint;
  /** In 10⁻¹⁸ US dollars; null while there is no price. */
  usd: bigint | null;
  /** Whether `usd` is shown rounded up, so that the lines add up to the total as it is shown. */
  isUsdRoundedUp: boolean;
  /** Basis points of the total, summing to 10,000; null while there is no price. */
  share: number | null;
}

/** The non-empty parts of the portfolio, most valuable first. */
export function portfolioLines(parts: readonly Part[]): PortfolioLine[] {
  const lines = parts.filter(({ amount }) => amount > 0n).sort((a, b) => compare(b.usd ?? 0n, a.usd ?? 0n));
  const values = lines.map(({ usd }) => usd);
  const isPriced = values.every((usd) => usd !== null);
  const shares = isPriced ? sharesOf(values) : null;
  const isRoundedUp = isPriced ? roundedUpToAddUp(values, cutToCents(values.reduce((sum, usd) => sum + usd, 0n))) : [];
  return lines.map((line, index) => ({ ...line, isUsdRoundedUp: isRoundedUp[index] ?? false, share: shares?.[index] ?? null }));
}

function compare(a: bigint, b: bigint): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

/** US dollars per token, in 10⁻¹⁸, as far as the provider tells them: the prices that it values the portfolio at. */
export function portfolioPrices({
  jufPrice,
  juPrice,
}: Pick<DashboardHome, 'jufPrice' | 'juPrice'>): Partial<Record<Part['walletType'], bigint>> {
  return {
    USDT: ONE,
    ...(jufPrice !== null && { JUF: jufPrice }),
    ...(typeof juPrice === 'bigint' && { JU: juPrice }),
  };
}

/**
 * Each part's share in basis points by the largest remainder method, summing to exactly 10,000. All zero if the sum is zero. Parts must not
 * be negative.
 */
export function sharesOf(parts: readonly bigint[]): number[] {
  const total = parts.reduce((sum, part) => sum + part, 0n);
  if (total === 0n) return parts.map(() => 0);
  const floors = parts.map((part) => (part * BASIS_POINTS) / total);
  const missing = Number(BASIS_POINTS - floors.reduce((sum, share) => sum + share, 0n));
  const byRemainder = parts
    .map((part, index) => ({ index, remainder: (part * BASIS_POINTS) % total }))
    .sort((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1));
  const raised = new Set(byRemainder.slice(0, missing).map(({ index }) => index));
  return floors.map((share, index) => Number(share) + (raised.has(index) ? 1 : 0));
}
