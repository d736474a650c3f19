import { defineCall } from './define-call.ts';
import { amount, text, time, walletType } from './scalars.ts';
import { z } from './zod.ts';

export const noticeKind = z.enum(['RECEIVED', 'CREDITED', 'MATURED', 'VESTED', 'PRIVILEGE_DUE', 'VOTE_OPEN', 'ANNOUNCEMENT_PINNED']);

export const notice = z.object({
  kind: noticeKind,
  /** Id of the transaction, stake, purchase, privilege, poll or announcement. */
  id: text,
  at: time,
  unread: z.boolean(),
  /** The amount received, credited, matured, vested or reserved. */
  amount: z.optional(amount),
  walletType: z.optional(walletType),
  /** The title of a poll or announcement, in the caller's language. */
  title: z.optional(text),
  /** Address part of an announcement. */
  slug: z.optional(text),
});

/** What happened in the last 30 days, newest first: up to 10 of each kind, so that one kind can't hide the others. */
export const notices = defineCall({
  method: 'GET',
  path: '/account/notices',
  auth: 'session',
  idempotent: false,
  output: z.object({ notices: z.array(notice), asOf: time }),
  errors: [],
});

/** Marks what happened until a moment as read. An earlier moment than before changes nothing. */
export const seeNotices = defineCall({
  method: 'POST',
  path: '/account/seeNotices',
  auth: 'session',
  idempotent: false,
  body: z.strictObject({ until: time }),
  output: z.object({}),
  errors: [],
});
