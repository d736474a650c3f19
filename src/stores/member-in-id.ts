import { $isSignedIn, $user } from './session.ts';

/** The member who is signed in; null while nobody is. */
export function memberInId(): string | null {
  return $isSignedIn.get() ? ($user.get()?.id ?? null) : null;
}
