import { shapeOf } from './shape-of.ts';

/** Digits and letters that stand for others where somebody means to be misread: `5upp0rt`, `adm1n`. The shape has made o of 0 and l of 1 before. */
const READ_AS: Readonly<Record<string, string>> = { 2: 'z', 3: 'e', 4: 'a', 5: 's', 6: 'b', 7: 't', 8: 'b', 9: 'g', i: 'l' };

/** The characters of a name as one reads them in passing, each by itself: without accents, case, look-alikes or digits for letters. */
export function coarseCharacters(name: string): string[] {
  return Array.from(name.normalize('NFKC').normalize('NFD'), (character) =>
    Array.from(readAsLetters(character), (letter) => READ_AS[letter] ?? letter).join(''),
  );
}

/** Of two letters that look like one, the one: `vvallet`, `aclmin`. Only for whole words, since a pair may stand across two. */
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

/** A capital may look like a Latin letter where its small one does not, and the other way round: Τ and τ, Υ and υ. Marks that look like letters count as such. */
function readAsLetters(character: string): string {
  const small = character.toLowerCase();
  const asTyped = smallShape(/^[A-Z]$/.test(character) ? small : character);
  return /^[a-z0-9]+$/.test(asTyped) ? asTyped : smallShape(small);
}

function smallShape(character: string): string {
  return withoutMarks(shapeOf(shapeOf(character).toLowerCase()));
}
