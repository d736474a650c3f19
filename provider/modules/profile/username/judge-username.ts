import { and, eq, inArray, isNotNull, ne, or, sql } from 'drizzle-orm';
import type { ErrorCode } from '../../../../src/lib/api/contract/error-codes.ts';
import { usernameLength } from '../../../../src/lib/username-length.ts';
import type { Queryable } from '../../../db/database.ts';
import type { Economy } from '../../../economy.ts';
import { nameDigests, usernameKey, usernameShapes } from './username-shapes.ts';
import { erasedName } from '../../../erasure/schema.ts';
import { Refusal } from '../../../http/refusal.ts';
import { member, type Member, memberUid, retiredUsername } from '../../account/schema.ts';
import { isReservedName } from './is-reserved-name.ts';
import lookAlikes from './look-alikes.json' with { type: 'json' };

/** The scripts in everyday use (UAX 31, table 5); Japanese, Korean and Bopomofo each combine several that count as one (UTS 39, 5.1). */
const WRITING_SYSTEMS = [
  ...['Latin', 'Cyrillic', 'Greek', 'Armenian', 'Georgian', 'Hebrew', 'Arabic', 'Thaana', 'Ethiopic', 'Thai', 'Lao', 'Khmer', 'Myanmar'],
  ...['Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya', 'Tamil', 'Telugu', 'Kannada', 'Malayalam', 'Sinhala', 'Tibetan'],
].map((script) => [script]);
const COMBINED = [
  ['Han', 'Hiragana', 'Katakana'],
  ['Han', 'Hangul'],
  ['Han', 'Bopomofo'],
];
const ONE_SCRIPT = [...WRITING_SYSTEMS, ...COMBINED].map(
  (scripts) => new RegExp(`^[0-9_\\-${scripts.map((script) => `\\p{Script_Extensions=${script}}`).join('')}]+$`, 'u'),
);

const allowed = lookAlikes.allowed.split(' ').map((range) => {
  const [first = '', last = first] = range.split('-');
  return { first: parseInt(first, 16), last: parseInt(last, 16) };
});

/** A username in its stored form, NFKC: 3 to 20 letters, digits, `_` and `-` of one script. Anything else is refused with VALIDATION_FAILED. */
export function readUsername(typed: string): string {
  const username = typed.normalize('NFKC');
  const reason = findFault(username);
  if (reason === undefined) return username;
  throw new Refusal('VALIDATION_FAILED', { detail: { fields: { username: reason } } });
}

function findFault(username: string): 'LENGTH' | 'CHARACTERS' | 'SCRIPTS' | undefined {
  const characters = Array.from(username);
  if (characters.length < usernameLength.min || characters.length > usernameLength.max) return 'LENGTH';
  if (!characters.every((character) => character === '_' || character === '-' || isAllowed(character))) return 'CHARACTERS';
  // Marks belong to a letter; several of them, or a repeated one, hide the letter (UTS 39, 5.4).
  if (!/[\p{L}\p{Nd}]/u.test(username) || /(?:^|[0-9_-])\p{M}|(\p{Mn})\1|\p{Mn}{5}/u.test(username)) return 'CHARACTERS';
  return ONE_SCRIPT.some((script) => script.test(username)) ? undefined : 'SCRIPTS';
}

function isAllowed(character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  return allowed.some(({ first, last }) => first <= code && code <= last);
}

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
