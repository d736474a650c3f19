import { and, eq, getTableColumns, isNull, sql } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import { gather } from '../../db/gather.ts';
import { askedBy, inColumns, readForMany, type Value } from '../../db/read-for-many.ts';
import type { ProcessServices, Services } from '../../provider-services.ts';
import type { FindSession } from '../../session.ts';
import { member, type Member, session, type SessionKind } from './schema.ts';
import { createToken, hashSecret } from '../../secrets.ts';

const MINUTE_MS = 60_000;
const IDLE_MS = 30 * MINUTE_MS;
const LIFETIME_MS = 12 * 60 * MINUTE_MS;
/** A page makes several calls at once; recording one use of them suffices and saves the others a write. A session may end that much early. */
const USE_PRECISION_MS = 10_000;

/** A login link is worthless unless opened soon, and confirming it takes no longer than this. */
const LINK_FIRST_USE_MS = 10 * MINUTE_MS;
const LINK_LIFETIME_MS = 2 * LINK_FIRST_USE_MS;

export interface NewSession {
  token: string;
  expiresAt: Date;
}

export async function beginSession(database: Queryable, now: Date, memberId: string, kind: SessionKind): Promise<NewSession> {
  const token = createToken();
  const expiresAt = new Date(now.getTime() + (kind === 'LINK' ? LINK_LIFETIME_MS : LIFETIME_MS));
  await database.insert(session).values({
    tokenHash: hashSecret(token),
    memberId,
    createdAt: now,
    lastUsedAt: now,
    idleUntil: new Date(now.getTime() + (kind === 'LINK' ? LINK_FIRST_USE_MS : IDLE_MS)),
    expiresAt,
    kind,
  });
  return { token, expiresAt };
}

/** Returns the live session of a token, and extends it. */
export async function findSession({ database, clock }: ProcessServices, token: string): ReturnType<FindSession> {
  const now = clock();
  const tokenHash = Buffer.from(hashSecret(token));
  const [found] = await readSessions(database, [tokenHash, now.toISOString()]);
  if (found === undefined) return null;
  const { lastUsedAt, sessionCreatedAt: beganAt, sessionKind: kind, sessionExpiresAt: expiresAt, ...caller } = found;
  const isFirstUse = lastUsedAt.getTime() === beganAt.getTime();
  if (isFirstUse || now.getTime() - lastUsedAt.getTime() >= USE_PRECISION_MS) {
    await noteUse(database, [tokenHash, now.toISOString(), new Date(now.getTime() + IDLE_MS).toISOString()]);
  }
  return { member: caller, kind, beganAt, expiresAt };
}

type SessionMember = Member & { lastUsedAt: Date; sessionCreatedAt: Date; sessionKind: SessionKind; sessionExpiresAt: Date };

/** Run at the start of every call. */
const readSessions = readForMany<SessionMember>({
  name: 'session_member',
  asked: { token_hash: 'bytea', now: 'timestamptz' },
  text: `
  select ${Object.entries(getTableColumns(member))
    .map(([key, { name }]) => `m.${name} as "${key}"`)
    .join(', ')},
         s.last_used_at as "lastUsedAt", s.created_at as "sessionCreatedAt", s.kind as "sessionKind", s.expires_at as "sessionExpiresAt"
    from session s join member m on m.id = s.member_id
   where s.token_hash = asked.token_hash and s.ended_at is null and s.idle_until > asked.now and s.expires_at > asked.now`,
});

const USE = { token_hash: 'bytea', now: 'timestamptz', idle_until: 'timestamptz' };

/**
 * A crash may lose that a session was used a second ago, so the call doesn't wait for the write to reach the disk. That setting lasts until the end of the
 * statement's transaction, which is why this is a statement of its own. Nor does it wait for another process that is recording a use of the same session, or its end.
 */
const NOTE_USE = `
  with used as (
    select s.token_hash, asked.now, asked.idle_until from ${askedBy(USE)} join session s using (token_hash)
     where s.ended_at is null and s.last_used_at < asked.now and set_config('synchronous_commit', 'off', true) = 'off'
     order by s.token_hash for no key update of s skip locked
  )
  update session s set last_used_at = used.now, idle_until = used.idle_until from used where s.token_hash = used.token_hash`;

const noteUse = gather<Value[], undefined>(async ({ $client: pool }, uses) => {
  await pool.query({ name: 'session_use', text: NOTE_USE, values: inColumns(USE, uses) });
  return uses.map(() => undefined);
});

/** Ends one session. Idempotent. */
export async function endSession({ database, clock }: Services, token: string): Promise<void> {
  await database
    .update(session)
    .set({ endedAt: clock() })
    .where(and(eq(session.tokenHash, hashSecret(token)), isNull(session.endedAt)));
}

/** Deletes sessions that ended long ago, a few rows at a time, so that it blocks no call. */
export async function forgetOldSessions(database: Queryable, now: Date): Promise<void> {
  const longAgo = new Date(now.getTime() - LIFETIME_MS).toISOString();
  await database.execute(
    sql`delete from session where token_hash in (select token_hash from session where expires_at < ${longAgo} limit 100 for update skip locked)`,
  );
}
