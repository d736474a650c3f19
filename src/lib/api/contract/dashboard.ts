import { claimInfo } from './claim-info.ts';
import { defineCall } from './define-call.ts';
import { amount, count, day, id, languageCode, paging, price, rate, text, time, usd, walletType } from './scalars.ts';
import { transaction } from './transaction.ts';
import { z } from './zod.ts';

export const poll = z.object({
  id,
  title: text,
  body: text,
  options: z.array(z.object({ id, label: text, power: amount, share: rate })),
  opensAt: time,
  endsAt: time,
  myOptionId: z.nullable(id),
});

/** `usd` is null while no price is known. */
export const portfolio = z.object({
  totalUsd: z.nullable(usd),
  parts: z.array(z.object({ kind: z.enum(['WALLET', 'STAKED', 'VESTING']), walletType, amount, usd: z.nullable(usd) })),
});

const pricePoint = z.object({ time, price });

/** Public figures, plus the member's own with a session. A price is null until one has been read; JU's is an extension: a provider may lack it. */
export const dashboardHome = defineCall({
  method: 'GET',
  path: '/dashboard/home',
  auth: 'optional',
  idempotent: false,
  output: z.object({
    jufPrice: z.nullable(price),
    jufPriceAt: z.nullable(time),
    juPrice: z.optional(z.nullable(price)),
    jufPriceHistory: z.array(pricePoint),
    totalStaked: amount,
    totalMinted: amount,
    maxMintingCap: amount,
    totalMembers: count,
    poll: z.nullable(poll),
    portfolio: z.optional(portfolio),
    claimable: z.optional(claimInfo),
    activity: z.optional(z.array(transaction).check(z.maxLength(10))),
  }),
  errors: [],
});

const announcementCategory = z.enum(['NEWS', 'PRODUCT', 'MAINTENANCE', 'EVENT']);
export const slug = z.string().check(z.maxLength(120), z.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/));

/** `body` is untrusted Markdown: render it without raw HTML, and with links to http(s) only. */
export const announcement = z.object({
  id,
  slug,
  title: text,
  summary: text,
  body: text,
  category: announcementCategory,
  pinned: z.boolean(),
  publishedAt: time,
  updatedAt: time,
  /** The language of these texts: the requested one, or English if untranslated. */
  language: languageCode,
});

/** Announcements, or the one with a slug; `movedTo` is its new slug, `gone` says that it was withdrawn. */
export const announcementList = defineCall({
  method: 'GET',
  path: '/dashboard/announcementList',
  auth: 'public',
  idempotent: false,
  query: z.object({ ...paging, category: z.optional(announcementCategory), slug: z.optional(slug) }),
  output: z.object({
    announcementList: z.array(announcement),
    totalPages: count,
    totalElements: count,
    movedTo: z.optional(slug),
    gone: z.optional(z.boolean()),
  }),
  errors: [],
});

/**
 * Announcements whose title, summary or body contains this text, in the requested language or, if untranslated, in English. An extension: a provider may
 * lack it.
 */
export const announcementSearch = defineCall({
  method: 'GET',
  path: '/dashboard/announcementSearch',
  auth: 'public',
  idempotent: false,
  query: z.object({ ...paging, category: z.optional(announcementCategory), text: z.string().check(z.minLength(1), z.maxLength(80)) }),
  output: z.object({ announcementList: z.array(announcement), totalPages: count, totalElements: count }),
  errors: [],
});

/** Votes with the member's JU power when the poll opened; can be repeated until it ends. */
export const vote = defineCall({
  method: 'POST',
  path: '/dashboard/vote',
  auth: 'session',
  idempotent: false,
  body: z.strictObject({ pollId: id, optionId: id }),
  output: z.object({ poll }),
  errors: ['POLL_UNKNOWN', 'POLL_OPTION_UNKNOWN', 'POLL_CLOSED', 'NO_POWER'],
});

/** JUF's average price in each hour of the last day, oldest first; each point's time is the end of its hour. An extension: a provider may lack it. */
export const jufPriceByHour = defineCall({
  method: 'GET',
  path: '/dashboard/jufPriceByHour',
  auth: 'public',
  idempotent: false,
  output: z.object({ jufPriceByHour: z.array(pricePoint) }),
  errors: [],
});

/**
 * What the member owned at the end of each UTC day, oldest first; the last is now. At most 90 earlier days, or all since they joined at equal intervals.
 * Null if a price of that day is unknown. An extension: a provider may lack it.
 */
export const portfolioHistory = defineCall({
  method: 'GET',
  path: '/dashboard/portfolioHistory',
  auth: 'session',
  idempotent: false,
  query: z.object({ range: z._default(z.enum(['SHORT', 'ALL']), 'SHORT') }),
  output: z.object({ portfolioHistory: z.array(z.object({ day, totalUsd: z.nullable(usd) })) }),
  errors: [],
});

/** The weight of the member's vote: their JU power when the open poll opened. An extension: a provider may lack it. */
export const pollWeight = defineCall({
  method: 'GET',
  path: '/dashboard/pollWeight',
  auth: 'session',
  idempotent: false,
  output: z.object({ weight: z.nullable(z.object({ pollId: id, power: amount })) }),
  errors: [],
});

export type Poll = z.output<typeof poll>;
export type Portfolio = z.output<typeof portfolio>;
export type Announcement = z.output<typeof announcement>;
export type AnnouncementCategory = z.output<typeof announcementCategory>;
