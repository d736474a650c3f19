import { eq } from 'drizzle-orm';
import { v7 } from 'uuid';
import type { Address } from 'viem';
import type { LanguageCode } from '../../../src/lib/i18n/languages.ts';
import { identifierOf } from '../../../src/lib/identifier.ts';
import { creditArrival } from '../../chain-watch/held-deposits.ts';
import type { Transaction } from '../../db/database.ts';
import { createPlainCode } from '../../secrets.ts';
import { usernameKey, usernameShapes } from '../profile/username/username-shapes.ts';
import { member, type Member } from './schema.ts';

interface Arrival {
  address: Address;
  language: LanguageCode;
  referralCode?: string | undefined;
  now: Date;
}

export type ReferralOutcome = 'BOUND' | 'UNKNOWN' | 'NONE';

/** Returns the member of an address, created on its first sign-in. Of several concurrent first sign-ins, one creates it and the others find it. */
export async function findOrCreateMember(
  tx: Transaction,
  arrival: Arrival,
): Promise<{ member: Member; isNew: boolean; referral: ReferralOutcome }> {
  const known = await findByAddress(tx, arrival.address);
  if (known !== undefined) return { member: known, isNew: false, referral: 'NONE' };
  const referrer = arrival.referralCode === undefined ? undefined : await findByReferralCode(tx, arrival.referralCode);
  const created = await insertMember(tx, arrival, referrer);
  if (created === undefined) {
    const winner = await findByAddress(tx, arrival.address);
    if (winner === undefined) throw new Error('a member exists by its address and cannot be read');
    return { member: winner, isNew: false, referral: 'NONE' };
  }
  const referral = arrival.referralCode === undefined ? 'NONE' : referrer === undefined ? 'UNKNOWN' : 'BOUND';
  return { member: created, isNew: true, referral };
}

export async function findByReferralCode(tx: Pick<Transaction, 'select'>, code: string): Promise<Member | undefined> {
  const [found] = await tx
    .select()
    .from(member)
    .where(eq(member.referralCode, identifierOf(code).toUpperCase()));
  return found;
}

export async function findByAddress(tx: Pick<Transaction, 'select'>, address: Address): Promise<Member | undefined> {
  const [found] = await tx.select().from(member).where(eq(member.address, address));
  return found;
}

/** Waits for a concurrent insert of the same address, then returns undefined because that one won. */
async function insertMember(
  tx: Transaction,
  { address, language, now }: Arrival,
  referrer: Member | undefined,
): Promise<Member | undefined> {
  const uid = createPlainCode(8);
  const username = `ju-${uid}`;
  const [created] = await tx
    .insert(member)
    .values({
      id: v7({ msecs: now.getTime() }),
      uid,
      username,
      usernameKey: usernameKey(username),
      ...usernameShapes(username),
      address,
      referralCode: createPlainCode(8).toUpperCase(),
      referrerId: referrer?.id,
      referredAt: referrer === undefined ? undefined : now,
      language,
      createdAt: now,
    })
    .onConflictDoNothing({ target: member.address })
    .returning();
  if (created === undefined) return undefined;
  await creditArrival(tx, created, now);
  return created;
}

/**
 * Serialises transactions that decide about a member's roles, points, bonuses or names. Others may still insert rows that refer to the member: the lock of
 * a foreign key doesn't wait for this one.
 */
export async function lockMember(transaction: Transaction, memberId: string): Promise<void> {
  await transaction.select({ id: member.id }).from(member).where(eq(member.id, memberId)).for('no key update');
}
