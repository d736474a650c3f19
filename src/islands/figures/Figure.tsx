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
  /** Writes + or − before the figure. */
  sign?: '+' | '−' | undefined;
}

/** An amount as the ledger shows it: the fraction a step quieter than the whole, the exact value on demand. */
export function Figure({ value, decimals, locale, unit, fractionDigits = 2, sign }: FigureProps): React.JSX.Element {
  const { whole, fraction, exact } = formatAmountParts(value, decimals, { locale, fractionDigits });
  const isSplit = value >= 10n ** BigInt(decimals);
  return (
    <span className="num" title={unit ? `${exact} ${unit}` : exact}>
      {sign}
      {isSplit ? whole : whole + fraction}
      {isSplit && fraction && <span className="frac">{fraction}</span>}
      {unit && <span className="unit">{unit}</span>}
    </span>
  );
}
