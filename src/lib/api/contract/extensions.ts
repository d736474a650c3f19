import { defineCall } from './define-call.ts';
import { exchangeToken } from './login-link.ts';
import { referralBinding, undoReferBy } from './referral-binding.ts';
import { emptyBody } from './scalars.ts';
import { juScoreLevels } from './score.ts';
import { endOtherSessions, sessions } from './sessions.ts';
import { z } from './zod.ts';

/** Ends the session on the provider. A provider that lacks it answers 404, which is no error. */
export const logout = defineCall({
  method: 'POST',
  path: '/account/logout',
  auth: 'session',
  takesLink: true,
  idempotent: false,
  body: emptyBody,
  output: z.object({}),
  errors: [],
});

/** Calls beyond the specification's table. */
export const extensions = { logout, sessions, endOtherSessions, exchangeToken, referralBinding, undoReferBy, juScoreLevels };
