import { defineCall } from './define-call.ts';
import { emptyBody, text, time } from './scalars.ts';
import { z } from './zod.ts';

/** Since when the member's dates can be followed under a secret address; null if they can't. */
export const calendarFeed = defineCall({
  method: 'GET',
  path: '/account/calendarFeed',
  auth: 'session',
  idempotent: false,
  output: z.object({ createdAt: z.nullable(time) }),
  errors: [],
});

/** Makes a new secret address, in the caller's language. The previous one ends. `path` is below the API's address and returned only here. */
export const openCalendarFeed = defineCall({
  method: 'POST',
  path: '/account/openCalendarFeed',
  auth: 'session',
  idempotent: false,
  body: emptyBody,
  output: z.object({ path: text, createdAt: time }),
  errors: [],
});

export const closeCalendarFeed = defineCall({
  method: 'POST',
  path: '/account/closeCalendarFeed',
  auth: 'session',
  idempotent: false,
  body: emptyBody,
  output: z.object({}),
  errors: [],
});
