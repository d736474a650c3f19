import { fromDecimalString } from '../../lib/amount.ts';

/** In 10⁻¹⁸ US dollars; negative for a loss. */
export function signedUsd(text: string): bigint {
  return text.startsWith('-') ? -fromDecimalString(text.slice(1)) : fromDecimalString(text);
}
