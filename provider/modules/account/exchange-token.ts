import { and, eq, gt, isNull } from 'drizzle-orm';
import type { DataOf } from '../../../src/lib/api/contract/define-call.ts';
import type { exchangeToken as definition } from '../../../src/lib/api/contract/login-link.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import type { Session } from '../../session.ts';
import { Refusal } from '../../http/refusal.ts';
import type { Services } from '../../provider-services.ts';
import { session } from './schema.ts';
import { hashSecret } from '../../secrets.ts';
import { beginSession } from './sessions.ts';

/**
 * POST /account/exchangeToken. Only a login link's token is exchanged: otherwise a stolen session token could be turned into one that survives the member's
 * sign-out. One conditional UPDATE decides between browsers that open the same link.
 */
export async function exchangeToken(
  { database, clock }: Services,
  { token, kind, member, expiresAt }: Session,
): Promise<DataOf<typeof definition>> {
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
