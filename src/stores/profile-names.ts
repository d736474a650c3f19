import { NetworkError } from '../lib/api/api-error.ts';
import { editUid, editUserProfile } from '../lib/api/contract/profile.ts';
import type { UserInfo } from '../lib/api/contract/user-info.ts';
import { callApi } from './api.ts';
import { refreshUserInfo } from './profile.ts';
import { $user } from './session.ts';

const INVALID_ANSWER = 'the provider changed the name and did not say to what';

export interface Availability {
  isAvailable: boolean;
  /** When the next change would be possible after this one, ISO 8601; undefined if the provider doesn't say. */
  againAt: string | undefined;
}

/** Whether a username is available. Throws the client's errors, including those a change would be refused with. */
export async function checkUsername(username: string): Promise<Availability> {
  const { available, againAt } = await callApi(editUserProfile, { username, check: true }, { attention: 'none' });
  return { isAvailable: available === true, againAt };
}

export async function checkUid(uid: string): Promise<Availability> {
  const { available, againAt } = await callApi(editUid, { uid, check: true }, { attention: 'none' });
  return { isAvailable: available === true, againAt };
}

/** Throws the client's errors. */
export async function changeUsername(username: string): Promise<void> {
  adopt((await callApi(editUserProfile, { username }).catch(readAgain)).userInfo);
}

/** Throws the client's errors. */
export async function changeUid(uid: string): Promise<void> {
  adopt((await callApi(editUid, { uid }).catch(readAgain)).userInfo);
}

/** The answer may be lost of a change that was made: the page then shows the new name, and says of the same one that it's the member's. */
function readAgain(error: unknown): never {
  if (error instanceof NetworkError) refreshUserInfo();
  throw error;
}

function adopt(userInfo: UserInfo | undefined): void {
  if (userInfo === undefined) throw new Error(INVALID_ANSWER);
  $user.set(userInfo);
  refreshUserInfo();
}
