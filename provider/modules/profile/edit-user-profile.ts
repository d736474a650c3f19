import { and, eq, ne, or, sql } from 'drizzle-orm';
import { type contract } from '../../../src/lib/api/contract/contract.ts';
import { type DataOf, type QueryOf } from '../../../src/lib/api/contract/define-call.ts';
import { type Queryable, type Transaction } from '../../db/database.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import { Refusal } from '../../http/refusal.ts';
import { type Services } from '../../provider-services.ts';
import { lockMember } from '../account/lock-member.ts';
import { member, type Member, memberUid } from '../account/schema.ts';
import { usernameKey } from '../account/username-key.ts';
import { lockNames } from './lock-names.ts';
import { readUserInfo } from './read-user-info.ts';
import { readUsername } from './username/read-username.ts';
import { usernameShapes } from './username/username-shapes.ts';

type Definition = (typeof contract)['editUserProfile'];

/** POST /profile/editUserProfile: changes what is given; with `check` it only says whether the username is free. */
export async function editUserProfile(services: Services, self: Member, query: QueryOf<Definition>): Promise<DataOf<Definition>> {
  const { database } = services;
  const { check = false, avatar, language } = query;
  const username = query.username === undefined ? undefined : readUsername(query.username);
  if (check) {
    if (username === undefined) throw new Refusal('VALIDATION_FAILED', { detail: { fields: { username: 'REQUIRED' } } });
    return { available: !(await isTaken(database, username, self.id)) };
  }
  if (username === undefined && avatar === undefined && language === undefined) {
    throw new Refusal('VALIDATION_FAILED', { detail: { fields: { username: 'REQUIRED' } } });
  }
  const changed = await inTransaction(database, (transaction) => changeProfile(transaction, self.id, { username, avatar, language }));
  return { userInfo: await readUserInfo(services, changed) };
}

/** `username` as `readUsername` gives it. */
export async function changeProfile(
  transaction: Transaction,
  memberId: string,
  { username, avatar, language }: Pick<QueryOf<Definition>, 'username' | 'avatar' | 'language'>,
): Promise<Member> {
  if (username !== undefined) {
    // Looked at twice: whoever is refused anyway keeps nobody waiting for the one lock that all names share.
    if (await isTaken(transaction, username, memberId)) throw new Refusal('USERNAME_TAKEN');
    await lockNames(transaction);
    if (await isTaken(transaction, username, memberId)) throw new Refusal('USERNAME_TAKEN');
  }
  await lockMember(transaction, memberId);
  const name = username === undefined ? {} : { username, usernameKey: usernameKey(username), ...usernameShapes(username) };
  const changes = { ...name, ...(avatar === undefined ? {} : { avatar }), ...(language === undefined ? {} : { language }) };
  const [row] = await transaction.update(member).set(changes).where(eq(member.id, memberId)).returning();
  if (row === undefined) throw new Error('the session is of a member who is not there');
  return row;
}

/** By a name that looks the same, or by a uid that is or was another's: something sent to it could be meant for either. */
async function isTaken(database: Queryable, username: string, byOthersThan: string): Promise<boolean> {
  const { usernameShape, usernameFoldedShape } = usernameShapes(username);
  const isAlike = or(
    eq(member.usernameKey, usernameKey(username)),
    eq(member.usernameShape, usernameShape),
    eq(member.usernameFoldedShape, usernameFoldedShape),
  );
  const others = and(isAlike, ne(member.id, byOthersThan));
  const uids = and(eq(memberUid.uid, usernameKey(username)), ne(memberUid.memberId, byOthersThan));
  const { rows } = await database.execute<{ taken: boolean }>(
    sql`select exists (select from ${member} where ${others}) or exists (select from ${memberUid} where ${uids}) as taken`,
  );
  return rows[0]?.taken === true;
}
