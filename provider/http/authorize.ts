import { type Access } from '../../src/lib/api/contract/define-call.ts';
import { type Member } from '../modules/account/schema.ts';
import { findSessionMember } from '../modules/account/sessions.ts';
import { type Services } from '../provider-services.ts';
import { Refusal } from './refusal.ts';

export interface Session {
  token: string;
  member: Member;
}

/** Our tokens are 43 characters of base64url; anything else was never one, and the database need not be asked. */
const BEARER = /^Bearer ([A-Za-z0-9_-]{43})$/i;

/**
 * Who calls. A public call takes no notice of a token (signing in must work while an old one is still sent along); where a token adds something, a
 * bad one is refused rather than dropped, so that the app learns that its session is over.
 */
export async function authorize(services: Services, access: Access, header: string | null): Promise<Session | null> {
  if (access === 'public') return null;
  if (header === null && access === 'optional') return null;
  const token = BEARER.exec(header ?? '')?.[1];
  const member = token === undefined ? null : await findSessionMember(services, token);
  if (token === undefined || member === null) throw new Refusal('UNAUTHENTICATED', { headers: { 'www-authenticate': 'Bearer' } });
  if (member.blockedAt !== null) throw new Refusal('MEMBER_BLOCKED');
  return { token, member };
}
