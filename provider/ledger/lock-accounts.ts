import type { Transaction } from '../db/database.ts';
import type { Account, Token } from './account.ts';

/**
 * Locks accounts of members and promises in the ledger's canonical order, before several postings in one database transaction: each posting
 * sorts its own locks, but two in a row don't. Skips accounts that don't exist yet.
 */
export async function lockAccounts(tx: Transaction, accounts: readonly { account: Account; token: Token }[]): Promise<void> {
  await tx.$client.query(
    `select from ledger_account a
       join unnest($1::text[]::ledger_account_kind[], $2::text[]::ledger_token[], $3::uuid[]) u (kind, token, owner_id)
         on a.owner_id = u.owner_id and a.kind = u.kind and a.token = u.token
      where a.kind < 'TREASURY' order by a.kind, a.token, a.owner_id for no key update of a`,
    [accounts.map(({ account }) => account.kind), accounts.map(({ token }) => token), accounts.map(({ account }) => account.ownerId)],
  );
}
