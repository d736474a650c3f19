import { fromDecimalString, mulDivFloor } from '../../lib/amount.ts';
import { TOKEN_DECIMALS } from '../../lib/token-decimals.ts';
import type { Bonus } from '../../stores/profile-bonus-log.ts';

/** A provider may round to the token's own digits: six with USDT. */
const ROUNDING = 10n ** 12n;

/** Whether a bonus is less than its rate of the purchase, because the role's limit was reached. */
export function isCapped({ base, rate, amount }: Pick<Bonus, 'base' | 'rate' | 'amount'>): boolean {
  const whole = mulDivFloor(fromDecimalString(base, TOKEN_DECIMALS), BigInt(rate), 10_000n);
  return whole - fromDecimalString(amount, TOKEN_DECIMALS) >= ROUNDING;
}
