import { and, eq, isNull, ne } from 'drizzle-orm';
import type { DataOf } from '../../../src/lib/api/contract/define-call.ts';
import type { endOtherSessions as definition } from '../../../src/lib/api/contract/sessions.ts';
import type { Session } from '../../session.ts';
import type { Services } from '../../provider-services.ts';
import { session } from './schema.ts';
import { hashSecret } from '../../secrets.ts';

/** POST /account/endOtherSessions, an extension. */
export async function endOtherSessions(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  { token, member }: Pick<Session, 'token' | 'member'>,
): Promise<DataOf<typeof definition>> {
  const { rowCount } = await database
    .update(session)
    .set({ endedAt: clock() })
    .where(and(eq(session.memberId, member.id), ne(session.tokenHash, hashSecret(token)), isNull(session.endedAt)));
  return { ended: rowCount ?? 0 };
}
