import { and, eq, inArray, ne, or, sql } from 'drizzle-orm';
import { type ErrorCode } from '../../../../src/lib/api/contract/error-codes.ts';
import { type Queryable } from '../../../db/database.ts';
import { type Economy } from '../../../economy.ts';
import { nameDigests } from '../../../erasure/name-digests.ts';
import { erasedName } from '../../../erasure/schema.ts';
import { Refusal } from '../../../http/refusal.ts';
import { member, type Member, memberUid, retiredUsername } from '../../account/schema.ts';
import { usernameKey } from '../../account/username-key.ts';
import { isReservedName } from './is-reserved-name.ts';
import { usernameShapes } from './username-shapes.ts';

const DAY_MS = 86_400_000;

export interface UsernameRules {
  now: Date;
  profile: Economy['profile'];
}

/**
 * Why a member may not take a username (as `readUsername` returns it) now; null when they may. Of a change and of a mere question alike: whoever asks must
 * be told what a change would be told. Names are judged before times, so that a wait is only mentioned for a name that is worth waiting for.
 */
export async function judgeUsername(database: Queryable, self: Member, username: string, rules: UsernameRules): Promise<Refusal | null> {
  if (username === self.username) return null;
  const refuse = (code: ErrorCode, detail?: Record<string, unknown>): Refusal => new Refusal(code, detail === undefined ? {} : { detail });
  const own = await readOwnNames(database, self);
  // A member's generated name has a form that nobody else may take, and is theirs to go back to.
  const isOwnGenerated = username === `ju-${self.uid}` || (username.startsWith('ju-') && own.has(username));
  if (!isOwnGenerated && isReservedName(username, rules.profile.reservedNames)) return refuse('USERNAME_RESERVED');
  if (await isTaken(database, username, self.id)) return refuse('USERNAME_TAKEN');
  const { usernameChangeDays, mostUsernames } = rules.profile;
  const nextAt = self.usernameChangedAt === null ? null : new Date(self.usernameChangedAt.getTime() + usernameChangeDays * DAY_MS);
  if (nextAt !== null && rules.now < nextAt) return refuse('USERNAME_TOO_SOON', { nextAt: nextAt.toISOString() });
  return own.has(username) || own.size < mostUsernames ? null : refuse('USERNAME_LIMIT', { most: mostUsernames });
}

/** Every name that the member has or had. */
async function readOwnNames(database: Queryable, { id, username }: Member): Promise<Set<string>> {
  const rows = await database.select({ username: retiredUsername.username }).from(retiredUsername).where(eq(retiredUsername.memberId, id));
  return new Set([username, ...rows.map((row) => row.username)]);
}

/**
 * By a name that looks the same and is or was another's, or by a uid that looks the same and is or was another's: something sent to it could be meant for
 * either.
 */
async function isTaken(database: Queryable, username: string, byOthersThan: string): Promise<boolean> {
  const { usernameShape, usernameFoldedShape } = usernameShapes(username);
  const looksLike = (table: typeof member | typeof retiredUsername) =>
    or(
      eq(table.usernameKey, usernameKey(username)),
      eq(table.usernameShape, usernameShape),
      eq(table.usernameFoldedShape, usernameFoldedShape),
    );
  const names = and(looksLike(member), ne(member.id, byOthersThan));
  const retired = and(looksLike(retiredUsername), ne(retiredUsername.memberId, byOthersThan));
  const uids = and(eq(memberUid.shape, usernameFoldedShape), ne(memberUid.memberId, byOthersThan));
  const { rows } = await database.execute<{ taken: boolean }>(sql`
    select exists (select from ${member} where ${names}) or exists (select from ${retiredUsername} where ${retired})
        or exists (select from ${memberUid} where ${uids})
        or exists (select from ${erasedName} where ${inArray(erasedName.digest, nameDigests(username))}) as taken`);
  return rows[0]?.taken === true;
}
