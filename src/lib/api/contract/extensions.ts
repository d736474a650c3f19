import { announcementSearch, jufPriceByHour, pollWeight, portfolioHistory } from './dashboard.ts';
import { exchangeToken } from './login-link.ts';
import { logout } from './logout.ts';
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
  exchangeToken,
  referralBinding,
  undoReferBy,
  juScoreLevels,
  pollWeight,
  jufPriceByHour,
  portfolioHistory,
  yearStatement,
  announcementSearch,
  serviceTerms,
  servicePools,
  serviceStatus,
};
