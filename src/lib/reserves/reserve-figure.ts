import { fromDecimalString } from '../amount.ts';
import { TOKEN_DECIMALS } from '../token-decimals.ts';

interface ReserveFigure {
  value: bigint;
  decimals: number;
  locale: string;
  unit: string;
}

/** One of the published amounts as `Figure` takes it. */
export function reserveFigure(amount: string, unit: string, locale: string): ReserveFigure {
  return { value: fromDecimalString(amount, TOKEN_DECIMALS), decimals: TOKEN_DECIMALS, locale, unit };
}
