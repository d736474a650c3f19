import { toDecimalString } from '../../../src/lib/amount.ts';
import type { Queryable } from '../../db/database.ts';
import { Refusal } from '../../http/refusal.ts';
import { memberAccount, type Token } from '../../ledger/account.ts';
import { accountBalance } from '../../ledger/balances.ts';
import { tokenDecimals } from '../../token-decimals.ts';

/**
 * Refuses members who can't pay before any lock is taken: otherwise members without a token could make everybody wait for the locks that sales share. The
 * ledger still has the last word.
 */
export async function requireBalance(database: Queryable, memberId: string, token: Token, neededBaseUnits: bigint): Promise<void> {
  const available = await accountBalance(database, memberAccount('AVAILABLE', memberId), token);
  if (available >= neededBaseUnits) return;
  throw new Refusal('INSUFFICIENT_BALANCE', { detail: { walletType: token, available: toDecimalString(available, tokenDecimals[token]) } });
}
