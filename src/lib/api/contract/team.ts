import { defineCall } from './define-call.ts';
import { amount, count, paging, rate, text, time, typedUid, uid, webAddress, wholeNumber } from './scalars.ts';
import { role, sponsor } from './user-info.ts';
import { z } from './zod.ts';

/** A team has three levels. */
export const level = z.int().check(z.gte(1), z.lte(3));
export const levelQuery = z.optional(wholeNumber(1, 3));

/** The member's own invitation, and the owner of a `code`. */
export const referralInfo = defineCall({
  method: 'GET',
  path: '/profile/referralInfo',
  auth: 'session',
  idempotent: false,
  query: z.object({ code: z.optional(z.string().check(z.maxLength(256))) }),
  output: z.object({
    referralCode: text,
    link: webAddress,
    directCount: count,
    teamCount: count,
    teamVolume: amount,
    earned: amount,
    levels: z.array(z.object({ level, rate, count, volume: amount })),
    sponsor: z.optional(sponsor),
  }),
  errors: [],
});

export const teamMember = z.object({
  uid,
  parentUid: uid,
  username: text,
  /** Shortened: a team must not expose addresses. */
  address: text,
  level,
  role,
  joinedAt: time,
  directCount: count,
  ownVolume: amount,
  teamVolume: amount,
});

/** The three levels below the member, or below one of their members. */
export const myTeam = defineCall({
  method: 'GET',
  path: '/profile/myTeam',
  auth: 'session',
  idempotent: false,
  query: z.object({ ...paging, level: levelQuery, under: z.optional(typedUid) }),
  output: z.object({
    downlineDetails: z.object({ content: z.array(teamMember), totalPages: count }),
    selfDetails: z.object({ directCount: count, teamCount: count, ownVolume: amount, teamVolume: amount, level: count }),
  }),
  errors: ['NOT_IN_TEAM'],
});
