import { findOrCreateMember } from '../../modules/account/find-or-create-member.ts';
import { claimBonus } from '../../modules/bonuses/claim-bonus.ts';
import { claimableBonus } from '../../modules/bonuses/claimable-bonus.ts';
import { memberAccount } from '../../ledger/account.ts';
import { spendAgreed } from '../../modules/intent/spend.ts';
import { changeProfile } from '../../modules/profile/edit-user-profile.ts';
import { readUsername } from '../../modules/profile/username/read-username.ts';
import { claimPrivilege } from '../../modules/roles/claim-privilege.ts';
import { purchaseRole } from '../../modules/roles/purchase-role.ts';
import { roleId } from '../../modules/roles/role-offer.ts';
import { claimScore } from '../../modules/score/claim-score.ts';
import { purchaseScore } from '../../modules/score/purchase-score.ts';
import { claimRoi } from '../../modules/staking/claim-roi.ts';
import { claimableRoi } from '../../modules/staking/held-stakes.ts';
import { claimJuf } from '../../modules/vesting/claim-juf.ts';
import { readVesting } from '../../modules/vesting/read-vesting.ts';
import { bringIn } from './bring-in.ts';
import { cast } from './cast.ts';
import { cancelOldestInsurance, buyJuf, transferIfAble, useAnyCode, voteIfAble } from './play-dealings.ts';
import { chargeNewestStake, stakeIfAble, withdrawMatured } from './play-staking.ts';
import type { MemberAct } from './scene.ts';
import { playerOf, type Stage } from './stage.ts';

/** Performs a member's act with the function that its call uses. */
export async function playMemberAct(stage: Stage, who: number, act: MemberAct): Promise<void> {
  const { transaction, services, now } = stage;
  if (act.do === 'JOIN') return join(stage, who);
  const { id } = playerOf(stage.players, who);
  switch (act.do) {
    case 'TAKE_NAME':
      return takeName(stage, who, id);
    case 'DEPOSIT':
      return bringIn(transaction, { to: memberAccount('AVAILABLE', id), token: act.token, amount: act.amount, kind: 'DEPOSIT', now });
    case 'BUY_JUF':
      return buyJuf(stage, id, act);
    case 'CLAIM_JUF':
      if ((await readVesting(transaction, id, now)).claimableJuf > 0n) await claimJuf(transaction, services, id, undefined);
      return;
    case 'CANCEL_INSURANCE':
      return cancelOldestInsurance(stage, id);
    case 'STAKE':
      return stakeIfAble(stage, id, act);
    case 'CHARGE_TURBO':
      return chargeNewestStake(stage, id, act.units);
    case 'CLAIM_ROI':
      if ((await claimableRoi(transaction, id, now)) > 0n) await claimRoi(transaction, services, id, undefined);
      return;
    case 'WITHDRAW_CAPITAL':
      return withdrawMatured(stage, id);
    case 'BUY_ROLE':
      await purchaseRole(transaction, services, id, { roleId: roleId(act.code), walletType: 'USDT' }, spendAgreed);
      return;
    case 'CLAIM_PRIVILEGE':
      await claimPrivilege(transaction, services, id);
      return;
    case 'CLAIM_BONUS':
      if ((await claimableBonus(transaction, id, now)) > 0n) await claimBonus(transaction, services, id);
      return;
    case 'CLAIM_POINTS':
      await claimScore(transaction, services, id);
      return;
    case 'BUY_POINTS':
      await purchaseScore(transaction, services, id, { points: act.points }, spendAgreed);
      return;
    case 'TRANSFER':
      return transferIfAble(stage, id, act);
    case 'USE_CODE':
      return useAnyCode(stage, id, act.kind);
    case 'VOTE':
      return voteIfAble(stage, id, act.option);
  }
}

async function takeName({ transaction, services, players, now }: Stage, who: number, memberId: string): Promise<void> {
  const username = cast[who]?.username ?? null;
  if (username === null) return;
  const rules = { now, profile: services.economy.profile };
  players.set(who, await changeProfile(transaction, memberId, { username: readUsername(username) }, rules));
}

async function join({ transaction, players, now }: Stage, who: number): Promise<void> {
  const character = cast[who];
  if (character === undefined) throw new Error(`the cast has no member ${who}`);
  const { address, language, sponsor, namesSponsorLater } = character;
  const referralCode = sponsor === null || namesSponsorLater ? undefined : playerOf(players, sponsor).referralCode;
  const { member } = await findOrCreateMember(transaction, { address, language, referralCode, now });
  players.set(who, member);
}
