import { calendarFeed, closeCalendarFeed, openCalendarFeed } from './calendar-feed.ts';
import { claimAll } from './claim-all.ts';
import { announcementSearch, jufPriceByHour, pollWeight, portfolioHistory } from './dashboard.ts';
import { exchangeToken } from './login-link.ts';
import { logout } from './logout.ts';
import { noticeMark } from './notice-mark.ts';
import { notices, seeNotices } from './notices.ts';
import { orderTerms } from './order-terms.ts';
import { outlook } from './outlook.ts';
import { push, subscribePush, unsubscribePush } from './push.ts';
import { servicePools, serviceStatus, serviceTerms } from './public-service.ts';
import { referralBinding, undoReferBy } from './referral-binding.ts';
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
