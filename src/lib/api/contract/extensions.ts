import { announcementSearch, jufPriceByHour, pollWeight, portfolioHistory } from './dashboard.ts';
import { exchangeToken } from './login-link.ts';
import { logout } from './logout.ts';
import { noticeMark } from './notice-mark.ts';
import { notices, seeNotices } from './notices.ts';
import { servicePools, serviceStatus, serviceTerms } from './public-service.ts';
import { referralBinding, undoReferBy } from './referral-binding.ts';
import { juScoreLevels } from './score.ts';
import { endOtherSessions, sessions } from './sessions.ts';

/** Calls that other providers may lack. */
export const extensions = {
  logout,
  sessions,
  endOtherSessions,
  notices,
  noticeMark,
  seeNotices,
  exchangeToken,
  referralBinding,
  undoReferBy,
  juScoreLevels,
  pollWeight,
  jufPriceByHour,
  portfolioHistory,
  announcementSearch,
  serviceTerms,
  servicePools,
  serviceStatus,
};
