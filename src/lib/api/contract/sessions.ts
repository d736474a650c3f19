import { defineCall } from './define-call.ts';
import { count, emptyBody, time } from './scalars.ts';
import { z } from './zod.ts';

/** `WALLET`: the wallet signed in. `LINK`: a login link was opened. */
export const liveSession = z.object({
  current: z.boolean(),
  via: z.enum(['WALLET', 'LINK']),
  beganAt: time,
  lastUsedAt: time,
  endsAt: time,
});

/** The member's live sessions, most recently used first, 50 at most. Contains nothing that could be used to act as, or end, a session. */
export const sessions = defineCall({
  method: 'GET',
  path: '/account/sessions',
  auth: 'session',
  idempotent: false,
  output: z.object({ sessions: z.array(liveSession) }),
  errors: [],
});

/** Ends all the member's sessions except the caller's, including unopened login links. */
export const endOtherSessions = defineCall({
  method: 'POST',
  path: '/account/endOtherSessions',
  auth: 'session',
  idempotent: false,
  body: emptyBody,
  output: z.object({ ended: count }),
  errors: [],
});
