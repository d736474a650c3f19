import { fromDecimalString } from '../../lib/amount.ts';
import { USD_DECIMALS } from './portfolio-lines.ts';

/** In 10⁻⁶ US dollars; negative for a loss. */
export function signedUsd(text: string): bigint {
  return text.startsWith('-') ? -fromDecimalString(text.slice(1), USD_DECIMALS) : fromDecimalString(text, USD_DECIMALS);
}
