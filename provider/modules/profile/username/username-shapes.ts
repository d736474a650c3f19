import { sql } from 'drizzle-orm';
import type { Transaction } from '../../../db/database.ts';
import { shapeOf } from './coarse-form.ts';

/**
 * Keys that no two members' usernames may share. Two are needed: a capital I looks like a small L but is a small i, so `PaypaI` is the same name as
 * `paypai` and looks like `paypal`.
 */
export interface UsernameShapes {
  usernameShape: string;
  usernameFoldedShape: string;
}

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
