import { toDecimalString } from '../../../src/lib/amount.ts';
import { type ClaimInfo } from '../../../src/lib/api/contract/claim-info.ts';
import { type Services } from '../../provider-services.ts';
import { tokenDecimals } from '../../token-decimals.ts';
import { claimableRoi } from '../staking/held-stakes.ts';
import { readVesting } from '../vesting/read-vesting.ts';

/** What a member can claim now. Privileges, bonuses and points cannot be had yet, so nothing of them has accrued: each comes with its module. */
export async function readClaimable({ database, clock }: Services, memberId: string): Promise<ClaimInfo> {
  const now = clock();
  const [roi, vesting] = await Promise.all([claimableRoi(database, memberId, now), readVesting(database, memberId, now)]);
  return {
    privilege: { claimable: false, juf: '0', score: 0, nextAt: null },
    bonus: { claimable: '0' },
    roi: { claimable: toDecimalString(roi, tokenDecimals.JUF) },
    vestedJuf: { claimable: toDecimalString(vesting.claimableJuf, tokenDecimals.JUF) },
    score: { claimable: 0, nextAt: null },
  };
}
