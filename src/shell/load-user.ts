import { userInfo } from '../lib/api/contract/profile.ts';
import { callApi } from '../stores/api.ts';
import { $token, $user } from '../stores/session.ts';

/** Asks the provider who is signed in, where the device does not know it, or keeps garbage instead. */
export async function loadUser(): Promise<void> {
  const token = $token.get();
  try {
    const user = await callApi(userInfo, {});
    if ($token.get() === token) $user.set(user);
  } catch {
    // Unreachable, or the session is over, which the client has told: the next page asks again.
  }
}
