import { defineCall } from './define-call.ts';
import { emptyBody, time } from './scalars.ts';
import { sponsor } from './user-info.ts';
import { z } from './zod.ts';

/** The referrer set after joining, while that can be undone. A provider that lacks the call doesn't support undoing. */
export const referralBinding = defineCall({
  method: 'GET',
  path: '/profile/referralBinding',
  auth: 'session',
  idempotent: false,
  output: z.object({ binding: z.nullable(z.object({ referrer: sponsor, boundAt: time, undoUntil: time })) }),
  errors: [],
});

/** Undoes it, and cancels the bonuses held for it. */
export const undoReferBy = defineCall({
  method: 'POST',
  path: '/profile/undoReferBy',
  auth: 'session',
  idempotent: false,
  body: emptyBody,
  output: z.object({}),
  errors: ['NOTHING_TO_UNDO', 'REFERRAL_FINAL'],
});
