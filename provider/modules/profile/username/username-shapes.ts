import { sql } from 'drizzle-orm';
import { createHash } from 'node:crypto';
import type { Transaction } from '../../../db/database.ts';
import lookAlikes from './look-alikes.json' with { type: 'json' };

/**
 * Keys that no two members' usernames may share. Two are needed: a capital I looks like a small L but is a small i, so `PaypaI` is the same name as
 * `paypai` and looks like `paypal`.
 */
export interface UsernameShapes {
  usernameShape: string;
  usernameFoldedShape: string;
}

const prototypes = new Map(
  Object.entries(lookAlikes.prototypes).map(([source, target]) => [
    String.fromCodePoint(parseInt(source, 16)),
    String.fromCodePoint(...target.split(' ').map((code) => parseInt(code, 16))),
  ]),
);

/** Digits and letters used in place of others: `5upp0rt`, `adm1n`. The shape has already mapped 0 to o and 1 to l. */
const READ_AS: Readonly<Record<string, string>> = { 2: 'z', 3: 'e', 4: 'a', 5: 's', 6: 'b', 7: 't', 8: 'b', 9: 'g', i: 'l' };

export function usernameShapes(username: string): UsernameShapes {
  const name = username.normalize('NFKC');
  return { usernameShape: shapeOf(foldCase(name)), usernameFoldedShape: foldCase(shapeOf(name)) };
}

/** Letter by letter to upper case and back, so that ß equals ss and the two small sigmas are equal. */
function foldCase(text: string): string {
  return Array.from(text, (character) => Array.from(character.toUpperCase(), (upper) => upper.toLowerCase()).join('')).join('');
}

/** Usernames with the same key are the same name: it ignores case and Unicode form. */
export function usernameKey(username: string): string {
  return username.normalize('NFKC').toLowerCase();
}

/** Usernames and uids share one lookup, so taking either waits for all names taken before. */
export async function lockNames(transaction: Transaction): Promise<void> {
  await transaction.execute(sql`select pg_advisory_xact_lock(hashtext('names'))`);
}

/** A text's visual shape (its skeleton, UTS 39, section 4): two texts of the same shape can be mistaken for each other. */
export function shapeOf(text: string): string {
  return Array.from(text.normalize('NFD'), (character) => prototypes.get(character) ?? character)
    .join('')
    .normalize('NFD');
}

/** The characters of a name as read at a glance, one by one: without accents, case, look-alikes or digits for letters. */
export function coarseCharacters(name: string): string[] {
  return Array.from(name.normalize('NFKC').normalize('NFD'), (character) =>
    Array.from(readAsLetters(character), (letter) => READ_AS[letter] ?? letter).join(''),
  );
}

/** Replaces pairs that look like one letter: `vvallet`, `aclmin`. Only for whole words, since a pair may span two. */
export function joinPairs(coarse: string): string {
  return coarse.replaceAll('vv', 'w').replaceAll('cl', 'd');
}

/** `suppport` reads as `support`. */
export function squeeze(coarse: string): string {
  return coarse.replace(/(.)\1+/gu, '$1');
}

export function withoutMarks(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '');
}

/** A capital may look like a Latin letter when its small form doesn't, and vice versa: Τ and τ, Υ and υ. Marks that look like letters count as such. */
function readAsLetters(character: string): string {
  const small = character.toLowerCase();
  const asTyped = smallShape(/^[A-Z]$/.test(character) ? small : character);
  return /^[a-z0-9]+$/.test(asTyped) ? asTyped : smallShape(small);
}

function smallShape(character: string): string {
  return withoutMarks(shapeOf(shapeOf(character).toLowerCase()));
}

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
