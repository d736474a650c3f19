import { eq } from 'drizzle-orm';
import type { contract } from '../../../src/lib/api/contract/contract.ts';
import type { DataOf, QueryOf } from '../../../src/lib/api/contract/define-call.ts';
import type { Transaction } from '../../db/database.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import { Refusal } from '../../http/refusal.ts';
import type { Services } from '../../provider-services.ts';
import { lockMember } from '../account/member.ts';
import { member, type Member } from '../account/schema.ts';
import { lockNames, usernameKey, usernameShapes } from './username/username-shapes.ts';
import { countLookUp } from '../look-ups/count-look-up.ts';
import { readUserInfo } from './read-user-info.ts';
import { judgeUsername, readUsername, type UsernameRules } from './username/judge-username.ts';

type Definition = (typeof contract)['editUserProfile'];

const DAY_MS = 86_400_000;

/** POST /profile/editUserProfile: changes the given fields. With `check` it only says whether the member could take the username now. */
export async function editUserProfile(
  services: Services,
  self: Member,
  query: QueryOf<Definition>,
  client: string,
): Promise<DataOf<Definition>> {
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
