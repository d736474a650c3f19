import { $isSignedIn, $user } from './session.ts';

/** Id of the signed-in member; null while nobody is signed in. */
export function memberInId(): string | null {
  return $isSignedIn.get() ? ($user.get()?.id ?? null) : null;
}
