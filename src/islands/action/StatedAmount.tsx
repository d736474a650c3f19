import { TOKEN_DECIMALS } from '../../lib/token-decimals.ts';
import { useLocale } from '../root/island.ts';
import { formatAmount, formatAmountParts } from '../../lib/amount.ts';

interface StatedAmountProps {
  typed: string;
  /** As read; null if it isn't one. */
  amount: bigint | null;
  decimals?: number;
  unit: string;
}

/** What a typed amount was read as, wherever the field doesn't say so itself. */
export function StatedAmount({ typed, amount, decimals = TOKEN_DECIMALS, unit }: StatedAmountProps) {
  const locale = useLocale();
  const stated = amount === null ? null : stateAmount(typed, amount, decimals, locale);
  if (stated === null) return null;
  return (
    <span className="stated num" translate="no">
      = {stated}
      {'\u00a0'}
      {unit}
    </span>
  );
}

/**
 * How an amount was read, in the page's notation, for beside its field; null where the field says so itself. It means the same in every language: one
 * separator before three digits would be thousands to some and a fraction to others, so `1,234` is stated as `1,234.00`, and `1.234` as `1.2340`.
 */
export function stateAmount(typed: string, amount: bigint, decimals: number, locale: string): string | null {
  if (isClear(typed.trim(), locale)) return null;
  const { whole, fraction } = formatAmountParts(amount, { locale, decimals });
  const isGrouped = whole.length > 3;
  const digits = Math.max(0, fraction.length - 1);
  const shown = isGrouped ? Math.max(2, digits) : whole !== '0' && digits === 3 ? 4 : digits;
  return formatAmount(amount, { locale, fractionDigits: shown, decimals });
}

/** Below a thousand, with the page's own decimal separator, and a fraction that nobody takes for thousands. */
function isClear(typed: string, locale: string): boolean {
  const decimal = formatAmount(1n, { locale, decimals: 1 }).charAt(1);
  const [whole = '', fraction = '', ...more] = typed.split(decimal);
  return more.length === 0 && /^(0|[1-9]\d{0,2})$/.test(whole) && /^\d*$/.test(fraction) && (whole === '0' || fraction.length !== 3);
}
