import { toDecimalString } from '../../../src/lib/amount.ts';
import type { ClaimInfo } from '../../../src/lib/api/contract/claim-info.ts';
import type { Services } from '../../provider-services.ts';
import { tokenDecimals } from '../../token-decimals.ts';
import { claimableBonus } from '../bonuses/claimable-bonus.ts';
import { readPrivilege } from '../roles/read-privilege.ts';
import { readStreak } from '../score/read-streak.ts';
import { startOfNextDay } from '../../utc-day.ts';
import { claimableRoi } from '../staking/held-stakes.ts';
import { readVesting } from '../vesting/read-vesting.ts';

/** GET /profile/claimInfo: what a member can claim now. All of it is paid once claimed; points lapse with the UTC day, a privilege when the next falls due. */
export async function readClaimable(services: Services, memberId: string): Promise<ClaimInfo> {
  const { database, economy, clock } = services;
  const now = clock();
  const [privilege, bonus, roi, vesting, { claimable: points }] = await Promise.all([
    readPrivilege(services, memberId),
    claimableBonus(database, memberId, now),
    claimableRoi(database, memberId, now),
    readVesting(database, memberId, now),
    readStreak(database, economy, memberId, now),
  ]);
  return {
    privilege,
    bonus: { claimable: toDecimalString(bonus, tokenDecimals.USDT) },
    roi: { claimable: toDecimalString(roi, tokenDecimals.JUF) },
    vestedJuf: { claimable: toDecimalString(vesting.claimableJuf, tokenDecimals.JUF) },
    score: { claimable: points, nextAt: points > 0 ? null : startOfNextDay(now).toISOString() },
  };
}
