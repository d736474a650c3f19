import { shapeOf } from './shape-of.ts';

/**
 * What no two members' usernames may share, though written differently. It takes two: a capital I looks like a small L but is a small i, so `PaypaI`
 * is no other name than `paypai` and looks like `paypal`.
 */
export interface UsernameShapes {
  usernameShape: string;
  usernameFoldedShape: string;
}

export function usernameShapes(username: string): UsernameShapes {
  const name = username.normalize('NFKC');
  return { usernameShape: shapeOf(foldCase(name)), usernameFoldedShape: foldCase(shapeOf(name)) };
}

/** Letter by letter, up and down again: so ß meets ss, and the two small sigmas meet each other. */
function foldCase(text: string): string {
  return Array.from(text, (character) => Array.from(character.toUpperCase(), (upper) => upper.toLowerCase()).join('')).join('');
}
