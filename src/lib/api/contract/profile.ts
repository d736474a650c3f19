import { claimInfo as claimInfoData } from './claim-info.ts';
import { defineCall } from './define-call.ts';
import { amount, count, emptyBody, flag, languageCode, receipt, roleCode, text, time, typedCode, uid } from './scalars.ts';
import { transaction } from './transaction.ts';
import { sponsor, userInfo as userInfoData } from './user-info.ts';
import { z } from './zod.ts';

/** The signed-in member. */
export const userInfo = defineCall({
  method: 'GET',
  path: '/profile/userInfo',
  auth: 'session',
  takesLink: true,
  idempotent: false,
  output: userInfoData,
  errors: [],
});

export const claimInfo = defineCall({
  method: 'GET',
  path: '/profile/claimInfo',
  auth: 'session',
  idempotent: false,
  output: claimInfoData,
  errors: [],
});

/**
 * Binds the member to their inviter: once, within 30 days of joining, and only in a session that the wallet signed for within the last ten minutes, because
 * it gives somebody else a share of the member's payments.
 */
export const referBy = defineCall({
  method: 'POST',
  path: '/profile/referBy',
  auth: 'session',
  idempotent: false,
  body: z.strictObject({ referralCode: typedCode }),
  output: z.object({ referrer: sponsor }),
  errors: [
    'REFERRER_ALREADY_SET',
    'REFERRAL_CODE_UNKNOWN',
    'REFERRAL_SELF',
    'REFERRAL_CYCLE',
    'REFERRAL_TOO_LATE',
    'RECENT_SIGN_IN_REQUIRED',
  ],
});

/**
 * Changes the given fields; a username once every 30 days. With `check` nothing changes: it says whether the username is available, or refuses as the
 * change would (too soon, too many names), and when the next change would be possible after this one (`againAt`, an extension: a provider may lack it).
 */
export const editUserProfile = defineCall({
  method: 'POST',
  path: '/profile/editUserProfile',
  auth: 'session',
  idempotent: false,
  query: z.strictObject({
    // The rules for usernames (3–20 letters of one script, after NFKC) need Unicode's tables, so the provider checks them.
    username: z.optional(z.string().check(z.minLength(1), z.maxLength(80))),
    /** The name of one of the site's pictures. */
    avatar: z.optional(z.string().check(z.regex(/^[a-z0-9-]{1,32}$/))),
    language: z.optional(languageCode),
    check: z.optional(flag),
  }),
  body: emptyBody,
  output: z.object({ userInfo: z.optional(userInfoData), available: z.optional(z.boolean()), againAt: z.optional(time) }),
  errors: ['USERNAME_TAKEN', 'USERNAME_RESERVED', 'USERNAME_TOO_SOON', 'USERNAME_LIMIT'],
});

/** Once every 90 days; with `check` it only says whether the uid is available and, as an extension, when the next change would be possible. */
export const editUid = defineCall({
  method: 'POST',
  path: '/profile/editUid',
  auth: 'session',
  idempotent: false,
  body: z.strictObject({ uid, check: z.optional(z.boolean()) }),
  output: z.object({ userInfo: z.optional(userInfoData), available: z.optional(z.boolean()), againAt: z.optional(time) }),
  errors: ['UID_TAKEN', 'UID_RESERVED', 'UID_TOO_SOON'],
});

/** Redeems one of the operator's activation codes. */
export const activeCode = defineCall({
  method: 'POST',
  path: '/profile/activeCode',
  auth: 'session',
  idempotent: true,
  body: z.strictObject({ code: typedCode }),
  output: z.object({
    reward: z.union([
      z.object({ kind: z.literal('JUF'), amount }),
      z.object({ kind: z.literal('SCORE'), amount: count }),
      z.object({ kind: z.literal('ROLE'), roleCode, name: z.optional(text) }),
    ]),
    /** The transaction for a reward in JUF; a provider may lack it. */
    transaction: z.optional(transaction),
    /** The receipt for a reward of points or a role. */
    receipt: z.optional(receipt),
  }),
  // A code for a role that the member has already outgrown stays usable for somebody else.
  errors: ['CODE_UNKNOWN', 'CODE_USED', 'CODE_EXPIRED', 'ROLE_NOT_HIGHER'],
});

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
