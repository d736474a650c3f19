import { formatAmountParts } from '../../lib/amount.ts';
import { formatCount, pluralForm, type PluralForms } from '../../lib/format-count.ts';
import { spaceBefore } from '../../lib/i18n/punctuation.ts';
import { exactDigits, firstDigitShown } from '../../lib/shown-amount.ts';
import { TOKEN_DECIMALS } from '../../lib/token-decimals.ts';
import { useLocale } from '../root/island.ts';

const USD = 'US$';

interface FigureProps {
  /** In 10⁻¹⁸ if no other decimals are given; null, while it isn't known, shows a dash. */
  value: bigint | null;
  decimals?: number;
  /** A token, written after the figure, or US$, written before it. */
  unit?: string;
  /** Number of fraction digits to show; the exact value is in the title. */
  fractionDigits?: number;
  /** To the last digit, for what is paid: one rounded down says too little. */
  isExact?: boolean;
  /** Amounts too small for this many digits are shown as "less than" the smallest shown one. */
  mostDigits?: number;
  /** Rounds up what isn't shown. For an amount taken from a total whose remainder is shown next to it. Rounds down by default. */
  isRoundedUp?: boolean;
  /** Written before the figure. */
  sign?: '+' | '−' | undefined;
}

/** An amount with its fraction in a quieter tone and its exact value in the title. An amount above zero never looks like zero. */
export function Figure({
  value,
  decimals = TOKEN_DECIMALS,
  unit,
  isExact = false,
  fractionDigits = 2,
  mostDigits = 8,
  isRoundedUp = false,
  sign,
}: FigureProps) {
  const locale = useLocale();
  if (value === null) return <span className="num">–</span>;
  const { exact } = formatAmountParts(value, { locale, decimals });
  const least = isExact ? exactDigits(value, decimals) : fractionDigits;
  const { shown, digits, isLess } = firstDigitShown(value, decimals, least, mostDigits);
  const rest = isRoundedUp ? 10n ** BigInt(decimals - digits) - 1n : 0n;
  const { whole, fraction } = formatAmountParts(shown + rest, { locale, decimals, fractionDigits: digits });
  const isSplit = value >= 10n ** BigInt(decimals);
  return (
    <span
      className="num"
      data-amount=""
      translate="no"
      title={unit === undefined ? exact : unit === USD ? `${USD} ${exact}` : `${exact} ${unit}`}
    >
      {isLess && '<'}
      {sign}
      {unit === USD && `${USD}\u00a0`}
      {isSplit ? whole : whole + fraction}
      {isSplit && fraction && <span className="frac">{fraction}</span>}
      {unit !== undefined && unit !== USD && <span className="unit">{spaceBefore(unit) + unit}</span>}
    </span>
  );
}

interface FigureInProps extends FigureProps {
  /** Has `{{amount}}` where the figure belongs. */
  text: string;
}

/** A figure among the words that its language puts around it. */
export function FigureIn({ text, ...figure }: FigureInProps) {
  const [before, after] = text.split('{{amount}}');
  return (
    <>
      {before}
      <Figure {...figure} />
      {after}
    </>
  );
}

interface PointsProps {
  value: number;
  /** The unit "points" in the page's language. */
  unit: PluralForms;
  sign?: '+';
}

/** A number of points, formatted like an amount. */
export function Points({ value, unit, sign }: PointsProps) {
  const locale = useLocale();
  const named = pluralForm(unit, value, locale);
  return (
    <span className="num">
      {sign}
      {formatCount(value, locale)}
      <span className="unit">{spaceBefore(named) + named}</span>
    </span>
  );
}
