import { defineCall } from './define-call.ts';
import { count } from './scalars.ts';
import { z } from './zod.ts';

/** How much happened that the member hasn't read. By itself, since every page asks for it. */
export const noticeMark = defineCall({
  method: 'GET',
  path: '/account/noticeMark',
  auth: 'session',
  idempotent: false,
  output: z.object({ unread: count }),
  errors: [],
});
