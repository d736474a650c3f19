import { formatAmount, fromDecimalString } from './amount.ts';

const DECIMALS = { JU: 18, JUF: 18, USDT: 6 } as const;

/** An amount with its token, without a line break between them: exact, or truncated to some digits. */
export function writeTokens(amount: string, token: keyof typeof DECIMALS, locale: string, fractionDigits?: number): string {
  const decimals = DECIMALS[token];
  const options = fractionDigits === undefined ? { locale } : { locale, fractionDigits };
  return `${formatAmount(fromDecimalString(amount, decimals), decimals, options)}\u00a0${token}`;
}
