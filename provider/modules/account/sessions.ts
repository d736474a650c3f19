import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import { type Queryable } from '../../db/database.ts';
import { type Services } from '../../provider-services.ts';
import { member, type Member, session } from './schema.ts';
import { createToken, hashSecret } from './secrets.ts';

const MINUTE_MS = 60_000;
const IDLE_MS = 30 * MINUTE_MS;
const LIFETIME_MS = 12 * 60 * MINUTE_MS;
/** A page makes several calls at once; writing down the use once a second is enough and spares the others the write. */
const USE_PRECISION_MS = 1_000;

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
  const [found] = await database
    .select({ member, lastUsedAt: session.lastUsedAt, createdAt: session.createdAt })
    .from(session)
    .innerJoin(member, eq(member.id, session.memberId))
    .where(and(eq(session.tokenHash, tokenHash), isNull(session.endedAt), gt(session.idleUntil, now), gt(session.expiresAt, now)));
  if (found === undefined) return null;
  const isFirstUse = found.lastUsedAt.getTime() === found.createdAt.getTime();
  if (isFirstUse || now.getTime() - found.lastUsedAt.getTime() >= USE_PRECISION_MS) {
    await database
      .update(session)
      .set({ lastUsedAt: now, idleUntil: new Date(now.getTime() + IDLE_MS) })
      .where(and(eq(session.tokenHash, tokenHash), isNull(session.endedAt), lt(session.lastUsedAt, now), withoutWaitingForDisk));
  }
  return found.member;
}

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
