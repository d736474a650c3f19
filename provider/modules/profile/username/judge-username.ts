import { and, eq, inArray, isNotNull, ne, or, sql } from 'drizzle-orm';
import type { ErrorCode } from '../../../../src/lib/api/contract/error-codes.ts';
import type { Queryable } from '../../../db/database.ts';
import type { Economy } from '../../../economy.ts';
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
 * Why a member may not take a username (as `readUsername` returns it) now; null if they may. The same for a change and for a check. Names are judged before
 * waiting times, so a wait is only mentioned for a name that is otherwise available.
 */
export async function judgeUsername(database: Queryable, self: Member, username: string, rules: UsernameRules): Promise<Refusal | null> {
  if (username === self.username) return null;
  const refuse = (code: ErrorCode, detail?: Record<string, unknown>): Refusal => new Refusal(code, detail === undefined ? {} : { detail });
  const own = await readOwnNames(database, self);
  // A generated name has a form that nobody else may use, and its member may return to it.
  const isOwnGenerated = username === `ju-${self.uid}` || (username.startsWith('ju-') && own.has(username));
  if (!isOwnGenerated && isReservedName(username, rules.profile.reservedNames)) return refuse('USERNAME_RESERVED');
  if (await isTaken(database, username, self.id)) return refuse('USERNAME_TAKEN');
  const { usernameChangeDays, mostUsernames } = rules.profile;
  const nextAt = self.usernameChangedAt === null ? null : new Date(self.usernameChangedAt.getTime() + usernameChangeDays * DAY_MS);
  if (nextAt !== null && rules.now < nextAt) return refuse('USERNAME_TOO_SOON', { nextAt: nextAt.toISOString() });
  return own.has(username) || own.size < mostUsernames ? null : refuse('USERNAME_LIMIT', { most: mostUsernames });
}

/** All names that the member has or had. */
async function readOwnNames(database: Queryable, { id, username }: Member): Promise<Set<string>> {
  const rows = await database.select({ username: retiredUsername.username }).from(retiredUsername).where(eq(retiredUsername.memberId, id));
  return new Set([username, ...rows.map((row) => row.username)]);
}

/** Taken now or earlier by another member, as a name or uid that looks the same: a transfer to it could be meant for either. */
async function isTaken(database: Queryable, username: string, byOthersThan: string): Promise<boolean> {
  const { usernameShape, usernameFoldedShape } = usernameShapes(username);
  const key = usernameKey(username);
  const hasShape = (table: typeof member | typeof retiredUsername) =>
    or(eq(table.usernameShape, usernameShape), eq(table.usernameFoldedShape, usernameFoldedShape));
  const names = and(
    or(
      and(isNotNull(member.usernameChangedAt), hasShape(member)),
      // Names and uids that were drawn are their own shapes.
      inArray(member.usernameKey, [key, usernameFoldedShape]),
      eq(member.uid, usernameFoldedShape),
    ),
    ne(member.id, byOthersThan),
  );
  const retired = and(or(eq(retiredUsername.usernameKey, key), hasShape(retiredUsername)), ne(retiredUsername.memberId, byOthersThan));
  const uids = and(eq(memberUid.shape, usernameFoldedShape), ne(memberUid.memberId, byOthersThan));
  const { rows } = await database.execute<{ taken: boolean }>(sql`
    select exists (select from ${member} where ${names}) or exists (select from ${retiredUsername} where ${retired})
        or exists (select from ${memberUid} where ${uids})
        or exists (select from ${erasedName} where ${inArray(erasedName.digest, nameDigests(username))}) as taken`);
  return rows[0]?.taken === true;
}
