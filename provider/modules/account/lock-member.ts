import { eq } from 'drizzle-orm';
import { type Transaction } from '../../db/database.ts';
import { member } from './schema.ts';

/**
 * Lets one transaction at a time decide about a member's roles, points, bonuses or names. Others may still write rows that point at the member: a
 * foreign key's own lock does not wait for this one.
 */
export async function lockMember(transaction: Transaction, memberId: string): Promise<void> {
  await transaction.select({ id: member.id }).from(member).where(eq(member.id, memberId)).for('no key update');
}
