import { eq, or } from 'drizzle-orm';
import { getAddress } from 'viem';
import { isChecksummed } from '../../../src/lib/api/contract/account.ts';
import { recipientOf } from '../../../src/lib/identifier.ts';
import type { Database, Queryable } from '../../db/database.ts';
import { readForMany } from '../../db/read-for-many.ts';
import { Refusal } from '../../http/refusal.ts';
import { type Member, member } from '../account/schema.ts';
import { usernameKey } from '../profile/username/username-shapes.ts';

export interface Recipient {
  id: string;
  uid: string;
  username: string;
  address: Member['address'];
}

const ADDRESS = /^0x[0-9a-f]{40}$/i;

/** Refuses a mistyped address. */
export function validateRecipientName(to: string): void {
  const name = recipientOf(to);
  if (ADDRESS.test(name) && !isChecksummed(name)) throw new Refusal('VALIDATION_FAILED', { detail: { fields: { to: 'CHECKSUM' } } });
}

/** Whether this names the member. */
export function isNameOf({ address, uid, username }: Pick<Member, 'address' | 'uid' | 'username'>, to: string): boolean {
  const name = recipientOf(to).toLowerCase();
  return [address.toLowerCase(), uid, usernameKey(username)].includes(ADDRESS.test(name) ? name : usernameKey(name));
}

/**
 * The member that an address, uid or username names, if they can receive something. If one member's username is another's uid, the name is ambiguous and is
 * refused, so that neither gets what was meant for the other.
 */
export async function findRecipient(database: Queryable, to: string): Promise<Recipient> {
  const name = recipientOf(to);
  const named = ADDRESS.test(name)
    ? eq(member.address, getAddress(name))
    : or(eq(member.uid, name.toLowerCase()), eq(member.usernameKey, usernameKey(name)));
  const found = await database.select().from(member).where(named);
  return requireOne(found);
}

/**
 * The same, with the sender's points, which decide the fee: both are needed before anything else, and a round trip to the database costs more than the read
 * itself.
 */
export async function findRecipientAndPoints(
  database: Database,
  to: string,
  { senderId, now }: { senderId: string; now: Date },
): Promise<{ recipient: Recipient; points: bigint }> {
  const name = recipientOf(to);
  const named = ADDRESS.test(name)
    ? { read: readOfAddress, values: [getAddress(name)] }
    : { read: readOfName, values: [name.toLowerCase(), usernameKey(name)] };
  const rows = await named.read(database, [senderId, now.toISOString(), ...named.values]);
  return { recipient: requireOne(rows), points: BigInt(rows[0]?.points ?? '0') };
}

const SENDER = { sender_id: 'uuid', now: 'timestamptz' };
const FOUND = `
  select m.id, m.uid, m.username, m.address, m.blocked_at as "blockedAt",
         (select coalesce(sum(s.points), 0) from score_entry s where s.member_id = asked.sender_id and s.created_at <= asked.now) as points
    from member m where`;
const readOfAddress = readForMany<Found & { points: string }>({
  name: 'recipient_of_address',
  asked: { ...SENDER, address: 'text' },
  text: `${FOUND} m.address = asked.address`,
});
const readOfName = readForMany<Found & { points: string }>({
  name: 'recipient_of_name',
  asked: { ...SENDER, uid: 'text', username_key: 'text' },
  text: `${FOUND} m.uid = asked.uid or m.username_key = asked.username_key`,
});

type Found = Pick<Member, 'id' | 'uid' | 'username' | 'address' | 'blockedAt'>;

function requireOne(found: readonly Found[]): Recipient {
  const [only] = found;
  if (only === undefined || only.blockedAt !== null) throw new Refusal('RECIPIENT_UNKNOWN');
  if (found.length > 1) throw new Refusal('RECIPIENT_UNKNOWN', { detail: { reason: 'AMBIGUOUS' } });
  return presentRecipient(only);
}

export function presentRecipient({ id, uid, username, address }: Omit<Found, 'blockedAt'>): Recipient {
  return { id, uid, username, address };
}
