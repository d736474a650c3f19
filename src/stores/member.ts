import { computed } from 'nanostores';
import { keptOnDevice, type Form, type Kept } from '../lib/storage/kept.ts';
import { $isSignedIn, $user } from './session.ts';

/** Id of the signed-in member; null while nobody is signed in. */
export const $memberId = computed([$isSignedIn, $user], (isSignedIn, user) => (isSignedIn ? (user?.id ?? null) : null));

/** What is kept on the device for the signed-in member alone, and is there again when they are back; null while nobody is signed in. */
export function keptForMember<Value>(kind: string, form: Form<Value>, ...names: readonly string[]): Kept<Value> | null {
  const id = $memberId.get();
  return id === null ? null : keptOnDevice(['jufi', kind, id, ...names].join(':'), form);
}
