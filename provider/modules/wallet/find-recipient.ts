import { eq, or } from 'drizzle-orm';
import { getAddress } from 'viem';
import { isChecksummed } from '../../../src/lib/address.ts';
import { type Queryable } from '../../db/database.ts';
import { Refusal } from '../../http/refusal.ts';
import { type Member, member } from '../account/schema.ts';
import { usernameKey } from '../account/username-key.ts';

export interface Recipient {
  id: string;
  uid: string;
  username: string;
  address: Member['address'];
}

const ADDRESS = /^0x[0-9a-f]{40}$/i;

/** Refuses an address that was mistyped. */
export function validateRecipientName(to: string): void {
  if (ADDRESS.test(to.trim()) && !isChecksummed(to.trim()))
    throw new Refusal('VALIDATION_FAILED', { detail: { fields: { to: 'CHECKSUM' } } });
}

/**
 * The member that an address, a uid or a username names, who can be sent something. One member's username may be another's uid; then the name says
 * not enough, and neither gets what was meant for the other.
 */
export async function findRecipient(database: Queryable, to: string): Promise<Recipient> {
  const name = to.trim();
  const named = ADDRESS.test(name)
    ? eq(member.address, getAddress(name))
    : or(eq(member.uid, name.toLowerCase()), eq(member.usernameKey, usernameKey(name)));
  const found = await database.select().from(member).where(named);
  const [only] = found;
  if (only === undefined || only.blockedAt !== null) throw new Refusal('RECIPIENT_UNKNOWN');
  if (found.length > 1) throw new Refusal('RECIPIENT_UNKNOWN', { detail: { reason: 'AMBIGUOUS' } });
  return presentRecipient(only);
}

export function presentRecipient({ id, uid, username, address }: Member): Recipient {
  return { id, uid, username, address };
}
