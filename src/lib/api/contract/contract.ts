import { nonce, authenticateWalletAddress } from './account.ts';
import { juPowerInfo } from './ju-power.ts';
import { turboCharge, withdrawCapital } from './position-actions.ts';
import { userInfo, claimInfo, referBy, editUserProfile, editUid, activeCode } from './profile.ts';
import { referralInfo, myTeam } from './team.ts';
import { memberRolesList, purchaseMemberRoles, claimMemberPrivilege } from './roles.ts';
import { bonusInfo, bonusLog, claimBonus } from './bonuses.ts';
import { dashboardHome, announcementList, vote } from './dashboard.ts';
import { walletTransactionList } from './transaction-list.ts';
import { walletOverview } from './wallet.ts';
import { walletTransfer, walletTransferTerms } from './transfer.ts';
import { purchaseTreasuryHistory } from './treasury-history.ts';
import { treasuryList, purchaseTreasury } from './treasury.ts';
import { juScoreInfo, juScorePurchase, juScoreClaim, juScoreHistory } from './score.ts';
import { cancelJuTokenInsurance, cancelInsuranceList } from './insurance.ts';
import { stakingInfo, stakingList, stakingPurchase, turboChargeList, claimRoi } from './staking.ts';
import { claimJuf } from './vesting.ts';

/** All calls by name, for the provider, the API document and the tests. Pages import the calls they make from their areas. */
export const contract = {
  nonce,
  authenticateWalletAddress,
  userInfo,
  claimInfo,
  referBy,
  editUserProfile,
  editUid,
  activeCode,
  referralInfo,
  myTeam,
  memberRolesList,
  purchaseMemberRoles,
  claimMemberPrivilege,
  bonusInfo,
  bonusLog,
  claimBonus,
  dashboardHome,
  announcementList,
  vote,
  walletOverview,
  walletTransferTerms,
  walletTransfer,
  walletTransactionList,
  treasuryList,
  purchaseTreasury,
  purchaseTreasuryHistory,
  juPowerInfo,
  juScoreInfo,
  juScorePurchase,
  juScoreClaim,
  juScoreHistory,
  cancelJuTokenInsurance,
  cancelInsuranceList,
  stakingInfo,
  stakingList,
  stakingPurchase,
  turboCharge,
  turboChargeList,
  claimRoi,
  withdrawCapital,
  claimJuf,
};
