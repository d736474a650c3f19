import { and, desc, eq, getTableColumns, gt, isNull, ne, sql } from 'drizzle-orm';
import type { SentDataOf } from '../../../src/lib/api/contract/define-call.ts';
import type { exchangeToken as exchangeCall } from '../../../src/lib/api/contract/login-link.ts';
import type { endOtherSessions as endOthersCall, sessions as listCall } from '../../../src/lib/api/contract/sessions.ts';
import type { Queryable, Transaction } from '../../db/database.ts';
import { gather } from '../../db/gather.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import { askedBy, inColumns, readForMany, type Value } from '../../db/read-for-many.ts';
import { Refusal } from '../../http/refusal.ts';
import type { ProcessServices, Services } from '../../provider-services.ts';
import { createToken, hashSecret } from '../../secrets.ts';
import type { FindSession, FoundSession, Session } from '../../session.ts';
import { member, type Member, session, type SessionKind } from './schema.ts';

const MINUTE_MS = 60_000;
const IDLE_MS = 30 * MINUTE_MS;
const LIFETIME_MS = 12 * 60 * MINUTE_MS;
/** A page makes several calls at once; recording one use of them suffices and saves the others a write. A session may end that much early. */
const USE_PRECISION_MS = 10_000;

/** A login link is worthless unless opened soon, and confirming it takes no longer than this. */
const LINK_FIRST_USE_MS = 10 * MINUTE_MS;
const LINK_LIFETIME_MS = 2 * LINK_FIRST_USE_MS;

interface NewSession {
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

/**
 * POST /account/exchangeToken. Only a login link's token is exchanged: otherwise a stolen session token could be turned into one that survives the member's
 * sign-out. One conditional UPDATE decides between browsers that open the same link.
 */
export async function exchangeToken(
  { database, clock }: Services,
  { token, kind, member, expiresAt }: Session,
): Promise<SentDataOf<typeof exchangeCall>> {
  if (kind !== 'LINK') return { token, expiresAt: expiresAt.toISOString() };
  return inTransaction(database, async (tx) => {
    const now = clock();
    const isUsable = and(
      eq(session.tokenHash, hashSecret(token)),
      isNull(session.endedAt),
      gt(session.idleUntil, now),
      gt(session.expiresAt, now),
    );
    const { rowCount } = await tx.update(session).set({ endedAt: now }).where(isUsable);
    if (rowCount !== 1) throw new Refusal('UNAUTHENTICATED', { headers: { 'www-authenticate': 'Bearer' } });
    const begun = await beginSession(tx, now, member.id, 'LINKED');
    return { token: begun.token, expiresAt: begun.expiresAt.toISOString() };
  });
}

const MOST_SESSIONS = 50;

/** GET /account/sessions, an extension. */
export async function listSessions(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  { token, member }: Pick<Session, 'token' | 'member'>,
): Promise<SentDataOf<typeof listCall>> {
  const now = clock();
  const own = Buffer.from(hashSecret(token));
  const rows = await database
    .select()
    .from(session)
    .where(and(eq(session.memberId, member.id), isNull(session.endedAt), gt(session.idleUntil, now), gt(session.expiresAt, now)))
    // Of two that were used at the same moment, the older one.
    .orderBy(desc(session.lastUsedAt), session.createdAt)
    .limit(MOST_SESSIONS);
  return {
    sessions: rows.map(({ tokenHash, kind, createdAt, lastUsedAt, idleUntil, expiresAt }) => ({
      current: own.equals(Buffer.from(tokenHash)),
      via: kind === 'WALLET' ? 'WALLET' : 'LINK',
      beganAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt.toISOString(),
      endsAt: new Date(Math.min(idleUntil.getTime(), expiresAt.getTime())).toISOString(),
    })),
  };
}

/** POST /account/endOtherSessions, an extension. */
export async function endOtherSessions(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  { token, member }: Pick<Session, 'token' | 'member'>,
): Promise<SentDataOf<typeof endOthersCall>> {
  const { rowCount } = await database
    .update(session)
    .set({ endedAt: clock() })
    .where(and(eq(session.memberId, member.id), ne(session.tokenHash, hashSecret(token)), isNull(session.endedAt)));
  return { ended: rowCount ?? 0 };
}

/** Deletes all of a member's sessions and login links, so every token issued for it becomes useless. Returns how many there were. */
export async function endAllSessions(transaction: Transaction, memberId: string): Promise<number> {
  const { rowCount } = await transaction.delete(session).where(eq(session.memberId, memberId));
  return rowCount ?? 0;
}

const RECENT_MS = 10 * 60_000;

/** Refuses a session that the member's wallet hasn't signed for within the last ten minutes: for actions that a token alone must not permit. */
export function requireRecentSignIn({ kind, beganAt }: Pick<FoundSession, 'kind' | 'beganAt'>, now: Date): void {
  if (kind !== 'WALLET' || now.getTime() - beganAt.getTime() > RECENT_MS) throw new Refusal('RECENT_SIGN_IN_REQUIRED');
}
