import { type ClaimInfo } from '../../../src/lib/api/contract/claim-info.ts';

/** What a member can claim now. Nothing is bought, staked or scored yet, so nothing has accrued: each part comes with its module. */
export function readClaimable(): ClaimInfo {
  return {
    privilege: { claimable: false, juf: '0', score: 0, nextAt: null },
    bonus: { claimable: '0' },
    roi: { claimable: '0' },
    vestedJuf: { claimable: '0' },
    score: { claimable: 0, nextAt: null },
  };
}
