import { fromDecimalString, mulDivFloor } from '../amount.ts';
import { BASIS_POINTS } from '../basis-points.ts';
import type { TokenReserves } from './reserves.ts';

/**
 * Holdings divided by debts, in basis points, rounded down; null if nothing is owed, or it's unknown. JUF that was sold and isn't minted yet counts as
 * held.
 */
export function coverRatio({ vault, ledger }: TokenReserves): number | null {
  if (ledger === null) return null;
  const owed = fromDecimalString(ledger.owedInAll);
  return owed === 0n ? null : Number(mulDivFloor(fromDecimalString(vault) + fromDecimalString(ledger.notMinted), BASIS_POINTS, owed));
}
