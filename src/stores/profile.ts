import { claimInfo, userInfo } from '../lib/api/contract/profile.ts';
import { readQuery } from './read-query.ts';
import { readAgain } from './server-state.ts';

// What several profile pages share. Each area has its own file next to this one: profile-power, profile-team, profile-bonuses,
// profile-bonus-log, profile-roles, profile-score.

const userKey = 'profile/userInfo:';

const claimKey = 'profile/claimInfo:';

/** The member's current data at the provider; the copy on the device is the session's `$user`. */
export const $userInfo = readQuery(userKey, userInfo);

/** What can be claimed now, and when the next claims are due. */
export const $claimInfo = readQuery(claimKey, claimInfo);

export function refreshUserInfo(): void {
  readAgain(userKey);
}

export function refreshClaimInfo(): void {
  readAgain(claimKey);
}
