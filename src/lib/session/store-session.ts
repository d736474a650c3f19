import type { UserInfo } from '../api/contract/user-info.ts';
import { forgetCached } from './forget-cached.ts';
import { isToken } from './is-token.ts';
import { forgetSession, keptAddress, keptToken, keptTokenOrigin, keptUser, sessionInTab } from './kept-session.ts';

export interface NewSession {
  token: string;
  user: UserInfo;
  /** The origin that issued the token. */
  origin: string;
}

/**
 * Stores token, user, previous address and the token's origin, all or nothing: returns false, with nothing stored, if the device refuses
 * one. Removes cached data, which may belong to another member.
 */
export function storeSession({ token, user, origin }: NewSession): boolean {
  forgetCached();
  // The token goes last: if it's there, so is the rest.
  const isStored =
    isToken(token) && keptUser.set(user) && keptAddress.set(user.address) && keptTokenOrigin.set(origin) && keptToken.set(token);
  if (isStored) sessionInTab.set('1');
  else forgetSession();
  return isStored;
}
