import { defineCall } from './define-call.ts';
import { emptyBody } from './scalars.ts';
import { z } from './zod.ts';

/** Ends the session at the provider. A provider that lacks it answers 404, which isn't an error. */
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
