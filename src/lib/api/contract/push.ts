import { defineCall } from './define-call.ts';
import { emptyBody, id, text, time } from './scalars.ts';
import { z } from './zod.ts';

/** A browser that gets notifications. `digest` is the SHA-256 of its endpoint in hex, by which a browser finds itself. */
const device = z.object({ id, digest: text, since: time, showsAmounts: z.boolean(), endsWithSession: z.boolean() });

/** The operator's public key (VAPID), null where notifications aren't offered, and the member's browsers that get them. */
export const push = defineCall({
  method: 'GET',
  path: '/account/push',
  auth: 'session',
  idempotent: false,
  output: z.object({ publicKey: z.nullable(text), devices: z.array(device) }),
  errors: [],
});

const base64url = (shortest: number, longest: number) =>
  z.string().check(z.regex(/^[A-Za-z0-9_-]+={0,2}$/), z.minLength(shortest), z.maxLength(longest));

/** Has a browser told, from now on, in the caller's language. The same browser again changes how; of more than ten, the oldest ends. */
export const subscribePush = defineCall({
  method: 'POST',
  path: '/account/subscribePush',
  auth: 'session',
  idempotent: false,
  body: z.strictObject({
    endpoint: z.string().check(z.maxLength(1_000)),
    p256dh: base64url(86, 90),
    auth: base64url(22, 26),
    showsAmounts: z.boolean(),
    endsWithSession: z.boolean(),
  }),
  output: device,
  errors: ['PUSH_UNAVAILABLE'],
});

export const unsubscribePush = defineCall({
  method: 'POST',
  path: '/account/unsubscribePush',
  auth: 'session',
  idempotent: false,
  body: z.strictObject({ id }),
  output: emptyBody,
  errors: [],
});
