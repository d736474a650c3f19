import { formatAmountParts } from '../../lib/amount.ts';

interface FigureProps {
  /** In the token's base units. */
  value: bigint;
  decimals: number;
  /** BCP 47 locale that numbers are written in. */
  locale: string;
  unit?: string;
  /** How many digits of the fraction to show; the exact value stands in the title. */
  fractionDigits?: number;
  /** Past these digits what is there is said to be less than the last of them. */
  mostDigits?: number;
  /** Rounds what isn't shown up, as for what is taken where the rest of a whole stands beside it; down where left out. */
  isRoundedUp?: boolean;
  /** Writes + or − before the figure. */
  sign?: '+' | '−' | undefined;
}

/**
 * An amount as the ledger shows it: the fraction a step quieter than the whole, the exact value on demand. What is more than nothing
 * never looks like nothing.
 */
export function Figure({
  value,
  decimals,
  locale,
  unit,
  fractionDigits = 2,
  mostDigits = 8,
  isRoundedUp = false,
  sign,
}: FigureProps): React.JSX.Element {
  const { exact } = formatAmountParts(value, decimals, { locale });
  const { shown, digits, isLess } = firstDigitShown(value, decimals, fractionDigits, mostDigits);
  const rest = isRoundedUp ? 10n ** BigInt(decimals - digits) - 1n : 0n;
  const { whole, fraction } = formatAmountParts(shown + rest, decimals, { locale, fractionDigits: digits });
  const isSplit = value >= 10n ** BigInt(decimals);
  return (
    <span className="num" title={unit ? `${exact} ${unit}` : exact}>
      {sign}
      {isLess && '<'}
      {isSplit ? whole : whole + fraction}
      {isSplit && fraction && <span className="frac">{fraction}</span>}
      {unit && <span className="unit">{unit}</span>}
    </span>
  );
}

/** As many digits as asked for, or more where those would all be zero. */
function firstDigitShown(
  value: bigint,
  decimals: number,
  least: number,
  atMost: number,
): { shown: bigint; digits: number; isLess: boolean } {
  const most = Math.max(least, Math.min(decimals, atMost));
  const smallest = (digits: number): bigint => 10n ** BigInt(Math.max(decimals - digits, 0));
  let digits = least;
  while (value > 0n && digits < most && value < smallest(digits)) digits += 1;
  const isLess = value > 0n && value < smallest(digits);
  return { shown: isLess ? smallest(digits) : value, digits, isLess };
}
