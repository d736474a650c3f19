import { calendarFeed, closeCalendarFeed, openCalendarFeed } from './calendar-feed.ts';
import { claimAll } from './claim-all.ts';
import { announcementSearch, jufPriceByHour, pollWeight, portfolioHistory } from './dashboard.ts';
import type { CallDefinition } from './define-call.ts';
import type { ErrorCode } from './error-codes.ts';
import { exchangeToken } from './login-link.ts';
import { logout } from './logout.ts';
import { noticeMark } from './notice-mark.ts';
import { notices, seeNotices } from './notices.ts';
import { orderTerms } from './order-terms.ts';
import { outlook } from './outlook.ts';
import { referralBinding, undoReferBy } from './profile.ts';
import { servicePools, serviceStatus, serviceTerms } from './public-service.ts';
import { push, subscribePush, unsubscribePush } from './push.ts';
import { juScoreLevels } from './score.ts';
import { endOtherSessions, sessions } from './sessions.ts';
import { yearStatement } from './year-statement.ts';

/** Calls that other providers may lack. */
export const extensions = {
  logout,
  sessions,
  endOtherSessions,
  notices,
  noticeMark,
  seeNotices,
  calendarFeed,
  openCalendarFeed,
  closeCalendarFeed,
  push,
  subscribePush,
  unsubscribePush,
  exchangeToken,
  claimAll,
  referralBinding,
  undoReferBy,
  juScoreLevels,
  pollWeight,
  jufPriceByHour,
  portfolioHistory,
  outlook,
  orderTerms,
  yearStatement,
  announcementSearch,
  serviceTerms,
  servicePools,
  serviceStatus,
};

/** Every code a call can answer with: its own refusals, plus those from its method, access and key. */
export function errorsOf(call: CallDefinition): ErrorCode[] {
  const codes: ErrorCode[] = ['VALIDATION_FAILED', 'TOO_MANY_REQUESTS', 'INTERNAL_ERROR', 'SERVICE_UNAVAILABLE'];
  if (call.method === 'POST') codes.push('BODY_TOO_LARGE', 'CONTENT_TYPE_UNSUPPORTED');
  if (call.auth !== 'public') codes.push('UNAUTHENTICATED', 'MEMBER_BLOCKED');
  if (call.idempotent) codes.push('IDEMPOTENCY_KEY_REUSED');
  return [...new Set([...codes, ...call.errors])];
}
