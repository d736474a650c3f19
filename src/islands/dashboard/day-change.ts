import { BASIS_POINTS } from '../../lib/basis-points.ts';
import { ONE } from '../../lib/token-decimals.ts';
import type { PortfolioLine } from './portfolio-lines.ts';

export interface DayChange {
  /** In 10⁻¹⁸ US dollars; negative for a loss. */
  usd: bigint;
  /** In basis points of the value a day ago, rounded towards zero. */
  basisPoints: number;
}

/**
 * What a day's move of the JUF price did to the JUF held now, staked and vesting included. Null without both prices, or if there is nothing
 * to compare with.
 */
export function dayChange(lines: readonly PortfolioLine[], totalUsd: bigint, price: { now: bigint; before: bigint }): DayChange | null {
  const held = lines.reduce((sum, { walletType, amount }) => (walletType === 'JUF' ? sum + amount : sum), 0n);
  const usd = (held * (price.now - price.before)) / ONE;
  const before = totalUsd - usd;
  if (held === 0n || before <= 0n) return null;
  return { usd, basisPoints: Number((usd * BASIS_POINTS) / before) };
}
