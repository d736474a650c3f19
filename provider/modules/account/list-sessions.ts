import { and, desc, eq, gt, isNull } from 'drizzle-orm';
import type { DataOf } from '../../../src/lib/api/contract/define-call.ts';
import type { sessions as definition } from '../../../src/lib/api/contract/sessions.ts';
import type { Session } from '../../session.ts';
import type { Services } from '../../provider-services.ts';
import { session } from './schema.ts';
import { hashSecret } from '../../secrets.ts';

const MOST_SESSIONS = 50;

/** GET /account/sessions, an extension. */
export async function listSessions(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  { token, member }: Pick<Session, 'token' | 'member'>,
): Promise<DataOf<typeof definition>> {
  const now = clock();
  const own = Buffer.from(hashSecret(token));
  const rows = await database
    .select()
    .from(session)
    .where(and(eq(session.memberId, member.id), isNull(session.endedAt), gt(session.idleUntil, now), gt(session.expiresAt, now)))
    .orderBy(desc(session.lastUsedAt))
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
