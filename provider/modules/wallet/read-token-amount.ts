import { parseDecimalString } from '../../../src/lib/amount.ts';
import { Refusal } from '../../http/refusal.ts';
import { type Token } from '../../ledger/account.ts';
import { tokenDecimals } from '../../token-decimals.ts';

/** Base units of an amount that came in a field of a call; the contract knows how many digits any token may have, this knows the token. */
export function readTokenAmount(text: string, token: Token, field: string): bigint {
  const reading = parseDecimalString(text, tokenDecimals[token]);
  if (reading.ok) return reading.amountBaseUnits;
  throw new Refusal('VALIDATION_FAILED', { detail: { fields: { [field]: reading.reason } } });
}
