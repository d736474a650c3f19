import { eq } from 'drizzle-orm';
import type { Transaction } from '../../db/database.ts';
import { session } from './schema.ts';

/** Deletes all of a member's sessions and login links, so every token issued for it becomes useless. Returns how many there were. */
export async function endAllSessions(transaction: Transaction, memberId: string): Promise<number> {
  const { rowCount } = await transaction.delete(session).where(eq(session.memberId, memberId));
  return rowCount ?? 0;
}
