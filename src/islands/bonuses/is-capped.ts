import { fromDecimalString, mulDivFloor } from '../../lib/amount.ts';
import { BASIS_POINTS } from '../../lib/basis-points.ts';
import type { Bonus } from '../../stores/profile-bonus-log.ts';

/** Providers may round to the token's own decimals: six for USDT. */
const ROUNDING = 10n ** 12n;

/** Whether the role's limit made a bonus smaller than its rate times the purchase. */
export function isCapped({ base, rate, amount }: Pick<Bonus, 'base' | 'rate' | 'amount'>): boolean {
  const whole = mulDivFloor(fromDecimalString(base), BigInt(rate), BASIS_POINTS);
  return whole - fromDecimalString(amount) >= ROUNDING;
}
