import type { Queryable } from '../db/database.ts';
import { MEMBER_ACCOUNT_KINDS, memberAccount, TOKENS } from './account.ts';
import { ledgerAccount } from './schema.ts';

/** Part of creating a member. Member accounts are opened only here, so that a posting to a mistyped id is refused. */
export async function openMemberAccounts(db: Queryable, memberId: string): Promise<void> {
  const accounts = MEMBER_ACCOUNT_KINDS.flatMap((kind) => TOKENS.map((token) => ({ ...memberAccount(kind, memberId), token })));
  await db.insert(ledgerAccount).values(accounts).onConflictDoNothing();
}
