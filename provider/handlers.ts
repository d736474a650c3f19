import { contract } from '../src/lib/api/contract/contract.ts';
import { extensions } from '../src/lib/api/contract/extensions.ts';
import { type Handler } from './http/call-context.ts';
import { authenticate } from './modules/account/authenticate.ts';
import { issueNonce } from './modules/account/issue-nonce.ts';
import { endSession } from './modules/account/sessions.ts';
import { listAnnouncements } from './modules/dashboard/list-announcements.ts';
import { readHome } from './modules/dashboard/read-home.ts';
import { vote } from './modules/dashboard/vote.ts';
import { readReferralInfo } from './modules/profile/read-referral-info.ts';
import { readUserInfo } from './modules/profile/read-user-info.ts';
import { referBy } from './modules/profile/refer-by.ts';
import { readOverview } from './modules/wallet/read-overview.ts';
import { readTransferTerms } from './modules/wallet/read-transfer-terms.ts';
import { transfer } from './modules/wallet/transfer.ts';

/** Every call there is: the specification's table and what goes beyond it. */
export const calls = { ...contract, ...extensions };

type Calls = typeof calls;

/** Who answers which call. A call that is missing here answers 501. */
export const handlers: { [Name in keyof Calls]?: Handler<Calls[Name]> } = {
  nonce: ({ services, query, clientAddress }) => issueNonce(services, query, clientAddress),
  authenticateWalletAddress: ({ services, body, clientAddress, language }) =>
    authenticate(services, body, { address: clientAddress, language }),
  logout: async ({ services, session }) => {
    await endSession(services, session.token);
    return {};
  },
  userInfo: ({ services, session }) => readUserInfo(services, session.member),
  referBy: ({ services, session, body }) => referBy(services, session.member.id, body.referralCode),
  referralInfo: ({ services, session, query }) => readReferralInfo(services, session.member, query.code),
  dashboardHome: ({ services, session, language }) => readHome(services, session?.member ?? null, language),
  announcementList: ({ services, query, language }) => listAnnouncements(services, query, language),
  vote: ({ services, session, body, language }) => vote(services, body, { memberId: session.member.id, language }),
  walletOverview: ({ services, session }) => readOverview(services, session.member.id),
  walletTransferTerms: ({ services, session, query }) => readTransferTerms(services, session.member, query),
  walletTransfer: transfer,
};
