import { parseDecimalString } from '../../src/lib/amount.ts';
import type { Token } from '../ledger/account.ts';
import { tokenDecimals } from '../token-decimals.ts';
import { OperatorMistake } from '../operator-mistake.ts';

/** An amount as an operator types it: positive, in whole tokens, with a point as the decimal separator. */
export function readTokens(typed: string, token: Token): bigint {
  const reading = parseDecimalString(typed, tokenDecimals[token]);
  if (reading.ok && reading.amountBaseUnits > 0n) return reading.amountBaseUnits;
  throw new OperatorMistake(
    `${typed} isn’t an amount of ${token}. Write it like 1500.25, with at most ${tokenDecimals[token]} digits after the point.`,
  );
}
