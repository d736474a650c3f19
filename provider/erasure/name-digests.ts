import { createHash } from 'node:crypto';
import { usernameKey, usernameShapes } from '../modules/profile/username/username-shapes.ts';

/** The digests that are kept of an erased member's name: as it is compared, and as it looks. The database computes the same in `member_username_retire()`. */
export function nameDigests(username: string): Uint8Array[] {
  const { usernameShape, usernameFoldedShape } = usernameShapes(username);
  return [`key:${usernameKey(username)}`, `shape:${usernameShape}`, `folded:${usernameFoldedShape}`].map(digestOf);
}

/** A uid looks as a username looks, so that neither is taken for the other. */
export function uidDigests(uid: string): Uint8Array[] {
  return [`key:${uid}`, `folded:${usernameShapes(uid).usernameFoldedShape}`].map(digestOf);
}

function digestOf(text: string): Uint8Array {
  return createHash('sha256').update(text).digest();
}
