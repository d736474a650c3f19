import { fromDecimalString, toDecimalString } from '../amount.ts';

interface ReserveFigure {
  value: bigint;
  locale: string;
  unit: string;
}

/** One of the published amounts as `PageFigure` takes it. */
export function reserveFigure(amount: string, unit: string, locale: string): ReserveFigure {
  return { value: fromDecimalString(amount), locale, unit };
}

/** The sum of published amounts. */
export function sumOf(amounts: readonly string[]): string {
  return toDecimalString(amounts.reduce((sum, amount) => sum + fromDecimalString(amount), 0n));
}
