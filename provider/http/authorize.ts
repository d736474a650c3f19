import type { CallDefinition } from '../../src/lib/api/contract/define-call.ts';
import type { FindSession, Session } from '../session.ts';
import { Refusal } from './refusal.ts';

/** Our tokens are 43 characters of base64url; anything else needs no database query. */
const BEARER = /^Bearer ([A-Za-z0-9_-]{43})$/i;

/**
 * Identifies the caller. A public call ignores tokens, since signing in must work while an old one is still sent. Where a token is
 * optional, a bad one is refused rather than ignored, so that the app learns that its session is over. A login link's token is accepted
 * only by calls that allow it.
 */
export async function authorize(
  findSession: (token: string) => ReturnType<FindSession>,
  { auth, takesLink = false }: Pick<CallDefinition, 'auth' | 'takesLink'>,
  header: string | null,
): Promise<Session | null> {
  if (auth === 'public') return null;
  if (header === null && auth === 'optional') return null;
  const token = BEARER.exec(header ?? '')?.[1];
  const found = token === undefined ? null : await findSession(token);
  if (token === undefined || found === null || (found.kind === 'LINK' && !takesLink)) {
    throw new Refusal('UNAUTHENTICATED', { headers: { 'www-authenticate': 'Bearer' } });
  }
  if (found.member.blockedAt !== null) throw new Refusal('MEMBER_BLOCKED');
  return { token, ...found };
}
