import { parseDecimalString } from '../../../src/lib/amount.ts';
import { Refusal } from '../../http/refusal.ts';
import type { Token } from '../../ledger/account.ts';
import { tokenDecimals } from '../../token-decimals.ts';

/** Base units of an amount field. The contract knows the maximum of decimals of any token; this knows the token's own. */
export function readTokenAmount(text: string, token: Token, field: string): bigint {
  const reading = parseDecimalString(text, tokenDecimals[token]);
  if (reading.ok) return reading.amountBaseUnits;
  throw new Refusal('VALIDATION_FAILED', { detail: { fields: { [field]: reading.reason } } });
}
