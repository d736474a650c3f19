import { defineCall } from './define-call.ts';
import { emptyBody, time } from './scalars.ts';
import { z } from './zod.ts';

/**
 * Trades the token of a login link for a session's own, after which the link is dead: of several at once, one succeeds and the others get 401. A session's own
 * token comes back as it is. A provider that lacks the call answers 404 or 405; the link's token is the session there.
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
