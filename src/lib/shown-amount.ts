import { formatAmount, toDecimalString } from './amount.ts';
import { TOKEN_DECIMALS } from './token-decimals.ts';

/** Digits after the separator that a person reads in a sentence or on a button. */
const READ_DIGITS = 6;
/** Of a token: what is shown beside its sum is shown in hundredths. */
const HUNDREDTH = 10n ** 16n;

/** The digits that a figure is shown with: the requested ones, or more if those would all be zero. */
export function firstDigitShown(
  value: bigint,
  decimals: number,
  least = 2,
  atMost = 8,
): { shown: bigint; digits: number; isLess: boolean } {
  const most = Math.max(least, Math.min(decimals, atMost));
  const smallest = (digits: number): bigint => 10n ** BigInt(Math.max(decimals - digits, 0));
  let digits = least;
  while (value > 0n && digits < most && value < smallest(digits)) digits += 1;
  const isLess = value > 0n && value < smallest(digits);
  return { shown: isLess ? smallest(digits) : value, digits, isLess };
}

/**
 * An amount in a sentence with the digits of its figure, so that the two don’t look like different amounts. Rounded down, so that a balance can be entered
 * as it’s written; what a figure shows only as “less than” is written out.
 */
export function formatShown(value: bigint, locale: string): string {
  const { digits, isLess } = firstDigitShown(value, TOKEN_DECIMALS);
  return formatAmount(value, { locale, ...(!isLess && { fractionDigits: digits }) });
}

/** The decimals that show an amount to its last non-zero digit, with at least two. */
export function exactDigits(amountBaseUnits: bigint, decimals?: number): number {
  const [, fraction = ''] = toDecimalString(amountBaseUnits, decimals).split('.');
  return Math.max(2, fraction.length);
}

/** Drops digits too small to read, rounding down; never to zero. */
export function shortenAmount(amountBaseUnits: bigint, decimals = TOKEN_DECIMALS): bigint {
  const step = 10n ** BigInt(Math.max(decimals - READ_DIGITS, 0));
  return amountBaseUnits < step ? amountBaseUnits : amountBaseUnits - (amountBaseUnits % step);
}

/** Whether an amount, in 10⁻¹⁸ tokens, is worth offering: what grows every second isn't offered from the first base unit. */
export function isWorthClaiming(amount: bigint): boolean {
  return amount >= HUNDREDTH;
}

/** As it is shown: cut to hundredths, towards zero. */
export function cutToCents(amount: bigint): bigint {
  return amount - (amount % HUNDREDTH);
}

/**
 * Which of the parts are shown rounded up, so that what is shown adds up to `shown`, whole hundredths: by the largest remainder method, so that none is a
 * hundredth off. Where they are no parts of it, each is cut towards zero.
 */
export function roundedUpToAddUp(parts: readonly bigint[], shown: bigint): boolean[] {
  const missing = (shown - parts.reduce((sum, part) => sum + floorToCents(part), 0n)) / HUNDREDTH;
  const byRemainder = parts
    .map((part, index) => ({ index, remainder: part - floorToCents(part) }))
    .filter(({ remainder }) => remainder > 0n)
    .sort((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1));
  if (missing < 0n || missing > BigInt(byRemainder.length)) return parts.map((part) => part < 0n);
  const raised = new Set(byRemainder.slice(0, Number(missing)).map(({ index }) => index));
  return parts.map((_, index) => raised.has(index));
}

/** As it is shown if it may be rounded up. */
export function roundToCents(amount: bigint, isRoundedUp: boolean): bigint {
  const floor = floorToCents(amount);
  return isRoundedUp && floor < amount ? floor + HUNDREDTH : floor;
}

function floorToCents(amount: bigint): bigint {
  const rest = amount % HUNDREDTH;
  return amount - (rest < 0n ? rest + HUNDREDTH : rest);
}
