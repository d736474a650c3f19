import { editUid, editUserProfile } from '../lib/api/contract/profile.ts';
import type { UserInfo } from '../lib/api/contract/user-info.ts';
import { callApi } from './api.ts';
import { refreshUserInfo } from './profile.ts';
import { $user } from './session.ts';

const INVALID_ANSWER = 'the provider changed the name and did not say to what';

/** Whether a username is available. Throws the client's errors, including those a change would be refused with. */
export async function isUsernameAvailable(username: string): Promise<boolean> {
  return (await callApi(editUserProfile, { username, check: true }, { attention: 'none' })).available === true;
}

export async function isUidAvailable(uid: string): Promise<boolean> {
  return (await callApi(editUid, { uid, check: true }, { attention: 'none' })).available === true;
}

/** Throws the client's errors. */
export async function changeUsername(username: string): Promise<void> {
  adopt((await callApi(editUserProfile, { username })).userInfo);
}

/** Throws the client's errors. */
export async function changeUid(uid: string): Promise<void> {
  adopt((await callApi(editUid, { uid })).userInfo);
}

function adopt(userInfo: UserInfo | undefined): void {
  if (userInfo === undefined) throw new Error(INVALID_ANSWER);
  $user.set(userInfo);
  refreshUserInfo();
}
