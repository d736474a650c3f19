import { eq } from 'drizzle-orm';
import type { Transaction } from '../../db/database.ts';
import { member } from './schema.ts';

/**
 * Serialises transactions that decide about a member's roles, points, bonuses or names. Others may still insert rows that refer to the member: the lock of
 * a foreign key doesn't wait for this one.
 */
export async function lockMember(transaction: Transaction, memberId: string): Promise<void> {
  await transaction.select({ id: member.id }).from(member).where(eq(member.id, memberId)).for('no key update');
}
