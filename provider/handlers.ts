import { contract } from '../src/lib/api/contract/contract.ts';
import { extensions } from '../src/lib/api/contract/extensions.ts';
import { pointsOrder, turboOrder } from '../src/lib/api/contract/order-intent.ts';
import { handleOnce, type Handler } from './http/handler.ts';
import { authenticate } from './modules/account/authenticate.ts';
import { endOtherSessions, endSession, exchangeToken, listSessions } from './modules/account/sessions.ts';
import { issueNonce } from './modules/account/sign-in-message.ts';
import { claimBonus } from './modules/bonuses/claim-bonus.ts';
import { claimAll } from './modules/claims/claim-all.ts';
import { listBonuses, readBonusInfo } from './modules/bonuses/list-bonuses.ts';
import { activateCode } from './modules/codes/activate-code.ts';
import { listAnnouncements, searchAnnouncements } from './modules/dashboard/publish-announcement.ts';
import { readClaimable, readHome } from './modules/dashboard/read-home.ts';
import { readOutlook } from './modules/dashboard/read-outlook.ts';
import { readPortfolioHistory } from './modules/dashboard/read-portfolio.ts';
import { readPriceByHour, readServicePools, readServiceStatus, readServiceTerms } from './modules/dashboard/read-service.ts';
import { readPollWeight, vote } from './modules/dashboard/poll.ts';
import { cancelInsurance, listInsurances } from './modules/insurance/cancel-insurance.ts';
import { handleOrder, readOrderTerms } from './modules/intent/spend.ts';
import { closeCalendarFeed, openCalendarFeed, readCalendarFeed } from './modules/notices/calendar-feed.ts';
import { readNoticeMark, readNotices, seeNotices } from './modules/notices/find-notices.ts';
import { readPowerInfo } from './modules/power/read-power.ts';
import { countLookUp } from './modules/look-ups/count-look-up.ts';
import { editUid, editUserProfile } from './modules/profile/edit-user-profile.ts';
import { readReferralBinding, readReferralInfo, referBy, undoReferBy } from './modules/profile/refer-by.ts';
import { readUserInfo } from './modules/profile/read-user-info.ts';
import { claimPrivilege } from './modules/roles/reserve-privilege.ts';
import { describeRole, listRoles, purchaseRole } from './modules/roles/purchase-role.ts';
import { claimScore, listScore, listScoreLevels, purchaseScore, readScoreInfo } from './modules/score/read-score.ts';
import { chargeTurbo } from './modules/staking/charge-turbo.ts';
import { claimRoi, withdrawCapital } from './modules/staking/claim-roi.ts';
import { listStakes, listTurboCharges, readStakingInfo } from './modules/staking/list-stakes.ts';
import { describeStake, purchaseStake } from './modules/staking/purchase-stake.ts';
import { listTeam } from './modules/team/list-team.ts';
import { listPurchases, listTreasury } from './modules/treasury/treasury-supply.ts';
import { describePackage, purchaseTreasury } from './modules/treasury/purchase-treasury.ts';
import { claimJuf } from './modules/vesting/claim-juf.ts';
import { listWalletTransactions, readOverview } from './modules/wallet/list-transactions.ts';
import { readTokenAmount } from './modules/wallet/read-transfer-order.ts';
import { readTransferTerms } from './modules/wallet/read-transfer-terms.ts';
import { readPush, subscribePush, unsubscribePush } from './push/subscriptions.ts';
import { transfer } from './modules/wallet/transfer.ts';
import { readYearStatement } from './modules/year-statement/read-year-statement.ts';

/** All calls: those of the contract and its extensions. */
export const calls = { ...contract, ...extensions };

type Calls = typeof calls;

/** The handler of each call. */
export const handlers: { [Name in keyof Calls]: Handler<Calls[Name]> } = {
  nonce: ({ services, query, client }) => issueNonce(services, query, client),
  authenticateWalletAddress: ({ services, body, client, language }) => authenticate(services, body, { client, language }),
  logout: async ({ services, session }) => {
    await endSession(services, session.token);
    return {};
  },
  sessions: ({ services, session }) => listSessions(services, session),
  endOtherSessions: ({ services, session }) => endOtherSessions(services, session),
  notices: ({ services, session, language }) => readNotices(services, session.member, language),
  noticeMark: ({ services, session }) => readNoticeMark(services, session.member),
  seeNotices: async ({ services, session, body }) => {
    await seeNotices(services, session.member.id, body.until);
    return {};
  },
  calendarFeed: ({ services, session }) => readCalendarFeed(services, session.member.id),
  openCalendarFeed: ({ services, session, language }) => openCalendarFeed(services, session.member.id, language),
  closeCalendarFeed: ({ services, session }) => closeCalendarFeed(services, session.member.id),
  push: ({ services, session }) => readPush(services, session.member.id),
  subscribePush: ({ services, session, body, language, client }) => subscribePush(services, session, body, { language, client }),
  unsubscribePush: ({ services, session, body }) => unsubscribePush(services, session.member.id, body.id),
  exchangeToken: ({ services, session }) => exchangeToken(services, session),
  userInfo: ({ services, session }) => readUserInfo(services, session.member),
  referBy: async ({ services, session, body, client }) => {
    // A code that belongs to a member counts too: the refusals that follow reveal as much as a success.
    await countLookUp(services, { memberId: session.member.id, client }, { kind: 'NAME', name: `code ${body.referralCode}` });
    return referBy(services, session, body.referralCode);
  },
  referralBinding: ({ services, session }) => readReferralBinding(services, session.member.id),
  undoReferBy: async ({ services, session }) => {
    await undoReferBy(services, session.member.id);
    return {};
  },
  referralInfo: ({ services, session, query, client }) => readReferralInfo(services, session.member, { code: query.code, client }),
  claimInfo: ({ services, session }) => readClaimable(services, session.member.id),
  editUserProfile: ({ services, session, query, client }) => editUserProfile(services, session.member, query, client),
  editUid: ({ services, session, body, client }) => editUid(services, session.member, body, client),
  claimAll: handleOnce({
    handle: ({ transaction, services, session, body }) => claimAll(transaction, services, session.member.id, body.kinds),
  }),
  activeCode: activateCode,
  myTeam: ({ services, session, query }) => listTeam(services, session, query),
  memberRolesList: ({ services, session }) => listRoles(services, session.member.id),
  purchaseMemberRoles: handleOrder({
    describe: describeRole,
    handle: ({ transaction, services, session, body }, spend) => purchaseRole(transaction, services, session.member.id, body, spend),
  }),
  claimMemberPrivilege: handleOnce({
    handle: ({ transaction, services, session }) => claimPrivilege(transaction, services, session.member.id),
  }),
  bonusInfo: ({ services, session }) => readBonusInfo(services, session.member.id),
  bonusLog: ({ services, session, query }) => listBonuses(services, session, query),
  claimBonus: handleOnce({
    handle: ({ transaction, services, session }) => claimBonus(transaction, services, session.member.id),
  }),
  dashboardHome: ({ services, session, language }) => readHome(services, session?.member ?? null, language),
  announcementList: ({ services, query, language }) => listAnnouncements(services, query, language),
  jufPriceByHour: ({ services }) => readPriceByHour(services),
  portfolioHistory: ({ services, session, query }) => readPortfolioHistory(services, session.member, query.range),
  outlook: ({ services, session, language }) => readOutlook(services, session.member.id, language),
  yearStatement: ({ services, session, query }) => readYearStatement(services, session.member, query.year),
  pollWeight: ({ services, session }) => readPollWeight(services, session.member.id),
  announcementSearch: ({ services, query, language }) => searchAnnouncements(services, query, language),
  serviceTerms: ({ services }) => readServiceTerms(services),
  servicePools: ({ services }) => readServicePools(services),
  serviceStatus: ({ services }) => readServiceStatus(services),
  vote: ({ services, session, body, language }) => vote(services, body, { memberId: session.member.id, language }),
  walletOverview: ({ services, session }) => readOverview(services, session.member.id),
  walletTransferTerms: ({ services, session, query, client }) => readTransferTerms(services, session.member, query, client),
  walletTransfer: transfer,
  orderTerms: ({ services, session }) => readOrderTerms(services, session.member.id),
  walletTransactionList: ({ services, session, query }) => listWalletTransactions(services, session, query),
  treasuryList: ({ services }) => listTreasury(services),
  purchaseTreasury: handleOrder({
    validate: ({ body }) => void readTokenAmount(body.amount, 'USDT', 'amount'),
    describe: describePackage,
    handle: ({ transaction, services, session, body, atLast }, spend) =>
      purchaseTreasury(transaction, services, session.member.id, body, spend, atLast),
  }),
  purchaseTreasuryHistory: ({ services, session, query }) => listPurchases(services, session, query),
  juPowerInfo: ({ services, session }) => readPowerInfo(services, session.member),
  juScoreInfo: ({ services, session }) => readScoreInfo(services, session.member.id),
  juScoreLevels: ({ services }) => Promise.resolve(listScoreLevels(services)),
  juScorePurchase: handleOrder({
    describe: pointsOrder,
    handle: ({ transaction, services, session, body }, spend) => purchaseScore(transaction, services, session.member.id, body, spend),
  }),
  juScoreClaim: handleOnce({
    handle: ({ transaction, services, session }) => claimScore(transaction, services, session.member.id),
  }),
  juScoreHistory: ({ services, session, query }) => listScore(services, session, query),
  cancelJuTokenInsurance: handleOnce({
    handle: ({ transaction, services, session, body }) => cancelInsurance(transaction, services, session.member.id, body.insuranceId),
  }),
  cancelInsuranceList: ({ services, session, query }) => listInsurances(services, session, query),
  claimJuf: handleOnce({
    handle: ({ transaction, services, session, body }) => claimJuf(transaction, services, session.member.id, body.purchaseId),
  }),
  stakingInfo: ({ services, session }) => readStakingInfo(services, session.member.id),
  stakingList: ({ services, session, query }) => listStakes(services, session, query),
  turboChargeList: ({ services, session, query }) => listTurboCharges(services, session, query),
  stakingPurchase: handleOrder({
    describe: describeStake,
    handle: ({ transaction, services, session, body }, spend) => purchaseStake(transaction, services, session.member.id, body, spend),
  }),
  turboCharge: handleOrder({
    describe: turboOrder,
    handle: ({ transaction, services, session, body }, spend) => chargeTurbo(transaction, services, session.member.id, body, spend),
  }),
  claimRoi: handleOnce({
    handle: ({ transaction, services, session, body }) => claimRoi(transaction, services, session.member.id, body.stakingId),
  }),
  withdrawCapital: handleOnce({
    handle: ({ transaction, services, session, body }) => withdrawCapital(transaction, services, session.member.id, body.stakingId),
  }),
};
