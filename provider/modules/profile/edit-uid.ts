import { and, count, eq, inArray, isNotNull, max, ne, or, sql } from 'drizzle-orm';
import type { contract } from '../../../src/lib/api/contract/contract.ts';
import type { BodyOf, DataOf } from '../../../src/lib/api/contract/define-call.ts';
import type { Queryable, Transaction } from '../../db/database.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import { lockNames, uidDigests, usernameShapes } from './username/username-shapes.ts';
import { erasedName } from '../../erasure/schema.ts';
import { Refusal } from '../../http/refusal.ts';
import type { Services } from '../../provider-services.ts';
import { lockMember } from '../account/member.ts';
import { member, type Member, memberUid, retiredUsername } from '../account/schema.ts';
import { countLookUp } from '../look-ups/count-look-up.ts';
import { readUserInfo } from './read-user-info.ts';
import { isReservedName } from './username/is-reserved-name.ts';

type Definition = (typeof contract)['editUid'];

const DAY_MS = 86_400_000;

/** POST /profile/editUid: once every 90 days. A uid that somebody has had is never reassigned. */
export async function editUid(
  services: Services,
  self: Member,
  { uid, check = false }: BodyOf<Definition>,
  client: string,
): Promise<DataOf<Definition>> {
  const { database, economy, clock } = services;
  if (uid !== self.uid) await countLookUp(services, { memberId: self.id, client }, { kind: 'NAME', name: `uid ${uid}` });
  const isReserved = uid !== self.uid && isReservedName(uid, economy.profile.reservedNames);
  if (check) {
    if (isReserved || (await isTaken(database, uid, self.id))) return { available: false };
    return { available: true, againAt: new Date(clock().getTime() + economy.profile.uidChangeDays * DAY_MS).toISOString() };
  }
  if (isReserved) throw new Refusal('UID_RESERVED');
  const changed = await inTransaction(database, async (transaction) => {
    const wanted = { memberId: self.id, uid, days: economy.profile.uidChangeDays };
    // Checked twice, so that a request that is refused anyway doesn't take the one lock that all names share.
    await requireChangeable(transaction, { ...wanted, now: clock() });
    await lockNames(transaction);
    await lockMember(transaction, self.id);
    const now = clock();
    const current = await requireChangeable(transaction, { ...wanted, now });
    // A retry after a lost response: the change has already been made.
    if (current.uid === uid) return current;
    await transaction
      .insert(memberUid)
      .values({ uid, memberId: self.id, takenAt: now })
      .onConflictDoUpdate({ target: memberUid.uid, set: { takenAt: now } });
    const [row] = await transaction.update(member).set({ uid }).where(eq(member.id, self.id)).returning();
    return row ?? current;
  });
  return { userInfo: await readUserInfo(services, changed) };
}

interface UidChange {
  memberId: string;
  uid: string;
  days: number;
  now: Date;
}

/** The member, whose uid may already be the requested one. */
async function requireChangeable(transaction: Transaction, { memberId, uid, days, now }: UidChange): Promise<Member> {
  const [current] = await transaction.select().from(member).where(eq(member.id, memberId));
  if (current === undefined) throw new Error('the session is of a member who is not there');
  if (current.uid === uid) return current;
  if (await isTaken(transaction, uid, memberId)) throw new Refusal('UID_TAKEN');
  const nextAt = await nextChangeAt(transaction, memberId, days);
  if (nextAt !== null && now < nextAt) throw new Refusal('UID_TOO_SOON', { detail: { nextAt: nextAt.toISOString() } });
  return current;
}

/** The uid assigned at creation isn't a change. */
async function nextChangeAt(transaction: Transaction, memberId: string, days: number): Promise<Date | null> {
  const [row] = await transaction
    .select({ uids: count(), last: max(memberUid.takenAt) })
    .from(memberUid)
    .where(eq(memberUid.memberId, memberId));
  const last = row?.last ?? null;
  return row === undefined || last === null || row.uids < 2 ? null : new Date(last.getTime() + days * DAY_MS);
}

/** Taken now or earlier by another member, as uid or username, or easily mistaken for one of these: a transfer to it could be meant for either. */
async function isTaken(database: Queryable, uid: string, byOthersThan: string): Promise<boolean> {
  const { usernameFoldedShape: shape } = usernameShapes(uid);
  const uids = and(eq(memberUid.shape, shape), ne(memberUid.memberId, byOthersThan));
  const chosen = and(isNotNull(member.usernameChangedAt), eq(member.usernameFoldedShape, shape));
  const names = and(or(inArray(member.uid, [uid, shape]), inArray(member.usernameKey, [uid, shape]), chosen), ne(member.id, byOthersThan));
  const looksLike = or(eq(retiredUsername.usernameKey, uid), eq(retiredUsername.usernameFoldedShape, shape));
  const retired = and(looksLike, ne(retiredUsername.memberId, byOthersThan));
  const { rows } = await database.execute<{ taken: boolean }>(sql`
    select exists (select from ${memberUid} where ${uids}) or exists (select from ${member} where ${names})
        or exists (select from ${retiredUsername} where ${retired})
        or exists (select from ${erasedName} where ${inArray(erasedName.digest, uidDigests(uid))}) as taken`);
  return rows[0]?.taken === true;
}
