import { toDecimalString } from '../../../src/lib/amount.ts';
import type { Queryable } from '../../db/database.ts';
import { Refusal } from '../../http/refusal.ts';
import { memberAccount, type Token } from '../../ledger/account.ts';
import { accountBalance } from '../../ledger/balances.ts';
import { tokenDecimals } from '../../token-decimals.ts';

/** Refuses a member who can't pay, before anything is written. The ledger still has the last word. */
export async function requireBalance(database: Queryable, memberId: string, token: Token, neededBaseUnits: bigint): Promise<void> {
  const available = await accountBalance(database, memberAccount('AVAILABLE', memberId), token);
  if (available < neededBaseUnits) throw insufficientBalance(token, available);
}

export function insufficientBalance(token: Token, available: bigint, cause?: unknown): Refusal {
  const detail = { walletType: token, available: toDecimalString(available, tokenDecimals[token]) };
  return new Refusal('INSUFFICIENT_BALANCE', { detail, ...(cause === undefined ? {} : { cause }) });
}
