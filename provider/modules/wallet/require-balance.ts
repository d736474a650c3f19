import { toDecimalString } from '../../../src/lib/amount.ts';
import { type Queryable } from '../../db/database.ts';
import { Refusal } from '../../http/refusal.ts';
import { memberAccount, type Token } from '../../ledger/account.ts';
import { accountBalance } from '../../ledger/balances.ts';
import { tokenDecimals } from '../../token-decimals.ts';

/**
 * Refuses, before any lock is taken, who cannot pay: else members without a token could keep everybody waiting for the locks that sales share. Whoever
 * passes may still be refused by the ledger, which alone decides.
 */
export async function requireBalance(database: Queryable, memberId: string, token: Token, neededBaseUnits: bigint): Promise<void> {
  const available = await accountBalance(database, memberAccount('AVAILABLE', memberId), token);
  if (available >= neededBaseUnits) return;
  throw new Refusal('INSUFFICIENT_BALANCE', { detail: { walletType: token, available: toDecimalString(available, tokenDecimals[token]) } });
}
