import type { Queryable } from '../../../provider/db/database.ts';
import { MEMBER_ACCOUNT_KINDS, memberAccount, TOKENS } from '../../../provider/ledger/account.ts';
import { ledgerAccount } from '../../../provider/ledger/schema.ts';

/** Accounts of nobody: those of a member open with the first credit, for which there must be one. */
export async function openMemberAccounts(db: Queryable, memberId: string): Promise<void> {
  const accounts = MEMBER_ACCOUNT_KINDS.flatMap((kind) => TOKENS.map((token) => ({ ...memberAccount(kind, memberId), token })));
  await db.insert(ledgerAccount).values(accounts).onConflictDoNothing();
}
