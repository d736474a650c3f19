import { fromDecimalString, toDecimalString } from '../src/lib/amount.ts';
import { tokenDecimals } from '../src/lib/token-decimals.ts';
import type { Token } from './ledger/account.ts';

/** The ledger's amounts are in each token's own base units. */
export function inTokens(amountBaseUnits: bigint, token: Token): string {
  return toDecimalString(amountBaseUnits, tokenDecimals[token]);
}

export function fromTokens(text: string, token: Token): bigint {
  return fromDecimalString(text, tokenDecimals[token]);
}
