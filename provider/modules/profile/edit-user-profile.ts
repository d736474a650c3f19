import { and, count, eq, inArray, isNotNull, max, ne, or, sql } from 'drizzle-orm';
import type { contract } from '../../../src/lib/api/contract/contract.ts';
import type { BodyOf, SentDataOf, QueryOf } from '../../../src/lib/api/contract/define-call.ts';
import type { Queryable, Transaction } from '../../db/database.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import { erasedName } from '../../erasure/schema.ts';
import { Refusal } from '../../http/refusal.ts';
import type { Services } from '../../provider-services.ts';
import { lockMember } from '../account/member.ts';
import { member, type Member, memberUid, retiredUsername } from '../account/schema.ts';
import { countLookUp } from '../look-ups/count-look-up.ts';
import { readUserInfo } from './read-user-info.ts';
import { isReservedName } from './username/is-reserved-name.ts';
import { judgeUsername, readUsername, type UsernameRules } from './username/judge-username.ts';
import { lockNames, uidDigests, usernameKey, usernameShapes } from './username/username-shapes.ts';

type Definition = (typeof contract)['editUserProfile'];

const DAY_MS = 86_400_000;

/** POST /profile/editUserProfile: changes the given fields. With `check` it only says whether the member could take the username now. */
export async function editUserProfile(
  services: Services,
  self: Member,
  query: QueryOf<Definition>,
  client: string,
): Promise<SentDataOf<Definition>> {
  const { database, economy, clock } = services;
  const { check = false, avatar, language } = query;
  const username = query.username === undefined ? undefined : readUsername(query.username);
  if (username !== undefined && username !== self.username)
    await countLookUp(services, { memberId: self.id, client }, { kind: 'NAME', name: `username ${username}` });
  const rules = { now: clock(), profile: economy.profile };
  if (check) {
    if (username === undefined) throw new Refusal('VALIDATION_FAILED', { detail: { fields: { username: 'REQUIRED' } } });
    if (!(await isAvailable(database, self, username, rules))) return { available: false };
    return { available: true, againAt: new Date(rules.now.getTime() + economy.profile.usernameChangeDays * DAY_MS).toISOString() };
  }
  if (username === undefined && avatar === undefined && language === undefined) {
    throw new Refusal('VALIDATION_FAILED', { detail: { fields: { username: 'REQUIRED' } } });
  }
  const changed = await inTransaction(database, (transaction) =>
    changeProfile(transaction, self.id, { username, avatar, language }, rules),
  );
  return { userInfo: await readUserInfo(services, changed) };
}

/** `username` as `readUsername` returns it. */
export async function changeProfile(
  transaction: Transaction,
  memberId: string,
  { username, avatar, language }: Pick<QueryOf<Definition>, 'username' | 'avatar' | 'language'>,
  rules: UsernameRules,
): Promise<Member> {
  // Checked twice, so that a request that is refused anyway doesn't take the one lock that all names share.
  await requireAllowed(transaction, memberId, username, rules);
  if (username !== undefined) await lockNames(transaction);
  await lockMember(transaction, memberId);
  const current = await requireAllowed(transaction, memberId, username, rules);
  const changes = {
    // A retry after a lost response: the name is already the requested one, and nothing changes.
    ...(username === undefined || username === current.username
      ? {}
      : { username, usernameKey: usernameKey(username), ...usernameShapes(username), usernameChangedAt: rules.now }),
    ...(avatar === undefined ? {} : { avatar }),
    ...(language === undefined ? {} : { language }),
  };
  if (Object.keys(changes).length === 0) return current;
  const [row] = await transaction.update(member).set(changes).where(eq(member.id, memberId)).returning();
  return row ?? current;
}

/** The member, if it may take the name. */
async function requireAllowed(
  transaction: Transaction,
  memberId: string,
  username: string | undefined,
  rules: UsernameRules,
): Promise<Member> {
  const [current] = await transaction.select().from(member).where(eq(member.id, memberId));
  if (current === undefined) throw new Error('the session is of a member who is not there');
  const refusal = username === undefined ? null : await judgeUsername(transaction, current, username, rules);
  if (refusal !== null) throw refusal;
  return current;
}

/** A taken or reserved name is reported as unavailable; any other reason refuses the check as it would refuse the change. */
async function isAvailable(database: Services['database'], self: Member, username: string, rules: UsernameRules): Promise<boolean> {
  const refusal = await judgeUsername(database, self, username, rules);
  if (refusal === null) return true;
  if (refusal.code === 'USERNAME_TAKEN' || refusal.code === 'USERNAME_RESERVED') return false;
  throw refusal;
}

type EditUid = (typeof contract)['editUid'];

/** POST /profile/editUid: once every 90 days. A uid that somebody has had is never reassigned. With `check` it only says whether the member could take it now. */
export async function editUid(
  services: Services,
  self: Member,
  { uid, check = false }: BodyOf<EditUid>,
  client: string,
): Promise<SentDataOf<EditUid>> {
  const { database, economy, clock } = services;
  if (uid !== self.uid) await countLookUp(services, { memberId: self.id, client }, { kind: 'NAME', name: `uid ${uid}` });
  const isReserved = uid !== self.uid && isReservedName(uid, economy.profile.reservedNames);
  if (check) {
    if (isReserved || (await isTaken(database, uid, self.id))) return { available: false };
    if (uid !== self.uid) await requireRested(database, { memberId: self.id, days: economy.profile.uidChangeDays, now: clock() });
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
  await requireRested(transaction, { memberId, days, now });
  return current;
}

/** The uid assigned at creation isn't a change. */
async function requireRested(database: Queryable, { memberId, days, now }: Omit<UidChange, 'uid'>): Promise<void> {
  const [row] = await database
    .select({ uids: count(), last: max(memberUid.takenAt) })
    .from(memberUid)
    .where(eq(memberUid.memberId, memberId));
  const last = row?.last ?? null;
  if (row === undefined || last === null || row.uids < 2) return;
  const nextAt = new Date(last.getTime() + days * DAY_MS);
  if (now < nextAt) throw new Refusal('UID_TOO_SOON', { detail: { nextAt: nextAt.toISOString() } });
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
