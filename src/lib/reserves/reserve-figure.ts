import { fromDecimalString, toDecimalString } from '../amount.ts';
import { TOKEN_DECIMALS } from '../token-decimals.ts';

interface ReserveFigure {
  value: bigint;
  decimals: number;
  locale: string;
  unit: string;
}

/** One of the published amounts as `PageFigure` takes it. */
export function reserveFigure(amount: string, unit: string, locale: string): ReserveFigure {
  return { value: fromDecimalString(amount, TOKEN_DECIMALS), decimals: TOKEN_DECIMALS, locale, unit };
}

/** The sum of published amounts. */
export function sumOf(amounts: readonly string[]): string {
  return toDecimalString(
    amounts.reduce((sum, amount) => sum + fromDecimalString(amount, TOKEN_DECIMALS), 0n),
    TOKEN_DECIMALS,
  );
}
