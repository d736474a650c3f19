import { fromDecimalString, mulDivFloor } from '../amount.ts';
import { BASIS_POINTS } from '../basis-points.ts';
import type { TokenReserves } from './reserves.ts';
import type { Sums } from './sum-tree.ts';

const DECIMALS: Readonly<Record<keyof Sums, number>> = { JU: 18, JUF: 18, USDT: 6 };

/**
 * Holdings divided by debts, in basis points, rounded down; null if nothing is owed, or it's unknown. JUF that was sold and isn't minted yet counts as
 * held.
 */
export function coverRatio(token: keyof Sums, { vault, ledger }: TokenReserves): number | null {
  if (ledger === null) return null;
  const units = (text: string): bigint => fromDecimalString(text, DECIMALS[token]);
  const owed = units(ledger.owedInAll);
  return owed === 0n ? null : Number(mulDivFloor(units(vault) + units(ledger.notMinted), BASIS_POINTS, owed));
}
