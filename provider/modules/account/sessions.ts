import { and, eq, getTableColumns, isNull, lt, sql } from 'drizzle-orm';
import { type Queryable } from '../../db/database.ts';
import { type Services } from '../../provider-services.ts';
import { member, type Member, session } from './schema.ts';
import { createToken, hashSecret } from './secrets.ts';

const MINUTE_MS = 60_000;
const IDLE_MS = 30 * MINUTE_MS;
const LIFETIME_MS = 12 * 60 * MINUTE_MS;
/** A page makes several calls at once; writing down one use of them is enough, and spares the others the write. A session may end that much early. */
const USE_PRECISION_MS = 10_000;

/** Begins a session. `firstUseWithinMs` is shorter for a login link, which is worthless unless it is soon opened. */
export async function beginSession(
  database: Queryable,
  now: Date,
  memberId: string,
  firstUseWithinMs = IDLE_MS,
): Promise<{ token: string; expiresAt: Date }> {
  const token = createToken();
  const expiresAt = new Date(now.getTime() + LIFETIME_MS);
  await database.insert(session).values({
    tokenHash: hashSecret(token),
    memberId,
    createdAt: now,
    lastUsedAt: now,
    idleUntil: new Date(now.getTime() + firstUseWithinMs),
    expiresAt,
  });
  return { token, expiresAt };
}

/** The member whose token this is, while the session lives; using it keeps it alive. */
export async function findSessionMember({ database, clock }: Services, token: string): Promise<Member | null> {
  const now = clock();
  const tokenHash = hashSecret(token);
  const { rows } = await database.$client.query<SessionMember>({
    name: 'session_member',
    text: SESSION_MEMBER,
    values: [Buffer.from(tokenHash), now.toISOString()],
  });
  const [found] = rows;
  if (found === undefined) return null;
  const { lastUsedAt, sessionCreatedAt, ...caller } = found;
  const isFirstUse = lastUsedAt.getTime() === sessionCreatedAt.getTime();
  if (isFirstUse || now.getTime() - lastUsedAt.getTime() >= USE_PRECISION_MS) {
    await database
      .update(session)
      .set({ lastUsedAt: now, idleUntil: new Date(now.getTime() + IDLE_MS) })
      .where(and(eq(session.tokenHash, tokenHash), isNull(session.endedAt), lt(session.lastUsedAt, now), withoutWaitingForDisk));
  }
  return caller;
}

type SessionMember = Member & { lastUsedAt: Date; sessionCreatedAt: Date };

/** Every call begins with it, so it is prepared once a connection. */
const SESSION_MEMBER = `
  select ${Object.entries(getTableColumns(member))
    .map(([key, { name }]) => `m.${name} as "${key}"`)
    .join(', ')},
         s.last_used_at as "lastUsedAt", s.created_at as "sessionCreatedAt"
    from session s join member m on m.id = s.member_id
   where s.token_hash = $1 and s.ended_at is null and s.idle_until > $2 and s.expires_at > $2`;

/**
 * A crash may forget that a session was used a second ago, so nobody waits until that is on the disk. For a statement alone: it holds until the
 * transaction ends, and nothing else may be in that.
 */
const withoutWaitingForDisk = sql`set_config('synchronous_commit', 'off', true) = 'off'`;

/** Ends one session; ending it again changes nothing. */
export async function endSession({ database, clock }: Services, token: string): Promise<void> {
  await database
    .update(session)
    .set({ endedAt: clock() })
    .where(and(eq(session.tokenHash, hashSecret(token)), isNull(session.endedAt)));
}

/** Deletes what ended long ago, a few rows at a time, so that nobody waits for it. */
export async function forgetOldSessions(database: Queryable, now: Date): Promise<void> {
  const longAgo = new Date(now.getTime() - LIFETIME_MS).toISOString();
  await database.execute(
    sql`delete from session where token_hash in (select token_hash from session where expires_at < ${longAgo} limit 100 for update skip locked)`,
  );
}
