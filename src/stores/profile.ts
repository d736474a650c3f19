import type { ClaimInfo } from '../lib/api/contract/claim-info.ts';
import { claimInfo as claimInfoCall, userInfo } from '../lib/api/contract/profile.ts';
import type { UserInfo } from '../lib/api/contract/user-info.ts';
import { callApi } from './api.ts';
import { createQuery, revalidateKeys } from './server-state.ts';
import { $sessionTag } from './session.ts';

// What several profile pages share. Each area has its own file next to this one: profile-power, profile-team, profile-bonuses,
// profile-bonus-log, profile-roles, profile-score.

const userKey = 'profile/userInfo:';

const claimKey = 'profile/claimInfo:';

/** The member's current data at the provider; the copy on the device is the session's `$user`. */
export const $userInfo = createQuery<UserInfo>([userKey, $sessionTag], { kept: userInfo.output, fetcher: () => callApi(userInfo, {}) });

/** What can be claimed now, and when the next claims are due. */
export const $claimInfo = createQuery<ClaimInfo>([claimKey, $sessionTag], {
  kept: claimInfoCall.output,
  fetcher: () => callApi(claimInfoCall, {}),
});

export function refreshUserInfo(): void {
  revalidateKeys((key) => key.startsWith(userKey));
}

export function refreshClaimInfo(): void {
  revalidateKeys((key) => key.startsWith(claimKey));
}
