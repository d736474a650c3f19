import { eq } from 'drizzle-orm';
import { type Transaction } from '../../db/database.ts';
import { session } from './schema.ts';

/** Deletes all sessions of a member and all login links for it: whoever has such a token has nothing. Gives how many there were. */
export async function endAllSessions(transaction: Transaction, memberId: string): Promise<number> {
  const { rowCount } = await transaction.delete(session).where(eq(session.memberId, memberId));
  return rowCount ?? 0;
}
