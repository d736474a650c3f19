import { userInfo } from '../lib/api/contract/profile.ts';
import { callApi } from '../stores/api.ts';
import { $token, $user } from '../stores/session.ts';

/** Asks the provider who is signed in if the device doesn't know, or has stored garbage. */
export async function loadUser(): Promise<void> {
  const token = $token.get();
  try {
    const user = await callApi(userInfo, {});
    if ($token.get() === token) $user.set(user);
  } catch {
    // Unreachable, or the session is over, which the client has already reported. The next page asks again.
  }
}
