import type { CallDefinition } from './define-call.ts';
import type { ErrorCode } from './error-codes.ts';

/** Every code a call can answer with: its own refusals, plus those from its method, access and key. */
export function errorsOf(call: CallDefinition): ErrorCode[] {
  const codes: ErrorCode[] = ['VALIDATION_FAILED', 'TOO_MANY_REQUESTS', 'INTERNAL_ERROR', 'SERVICE_UNAVAILABLE'];
  if (call.method === 'POST') codes.push('BODY_TOO_LARGE', 'CONTENT_TYPE_UNSUPPORTED');
  if (call.auth !== 'public') codes.push('UNAUTHENTICATED', 'MEMBER_BLOCKED');
  if (call.idempotent) codes.push('IDEMPOTENCY_KEY_REUSED');
  return [...new Set([...codes, ...call.errors])];
}
