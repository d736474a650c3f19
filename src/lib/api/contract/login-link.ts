import { defineCall } from './define-call.ts';
import { emptyBody, time } from './scalars.ts';
import { z } from './zod.ts';

/**
 * Exchanges a login link's token for a session token, which invalidates the link: of several concurrent calls one succeeds and the others get 401. A
 * session token is returned unchanged. A provider that lacks the call answers 404 or 405; there, the link's token is the session.
 */
export const exchangeToken = defineCall({
  method: 'POST',
  path: '/account/exchangeToken',
  auth: 'session',
  takesLink: true,
  idempotent: false,
  body: emptyBody,
  output: z.object({ token: z.string().check(z.minLength(1)), expiresAt: time }),
  errors: [],
});
