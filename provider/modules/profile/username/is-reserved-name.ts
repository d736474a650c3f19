import { coarseCharacters, joinPairs, squeeze, withoutMarks } from './coarse-form.ts';
import { BRANDS, FILLERS, OFFICES, OFFICES_ANYWHERE, SERVICES } from './reserved-words.ts';
import { shapeOf } from './shape-of.ts';

type Weight = 'FILLER' | 'SERVICE' | 'OFFICE';

/** Shorter words squeezed would be other words: `root` would be the German `rot`. */
const SQUEEZED_FROM = 5;
/** What the provider names newcomers: a name of this form would be taken for the one of that uid's member. */
const GENERATED = /^ju[-_][a-z0-9]{6,12}$/;

const words = new Map<string, Weight>();
for (const word of FILLERS) learn(word, 'FILLER');
for (const word of SERVICES) learn(word, 'SERVICE');
for (const word of [...OFFICES, ...OFFICES_ANYWHERE, ...BRANDS]) learn(word, 'OFFICE');

const anywhere = OFFICES_ANYWHERE.map((word) => coarseCharacters(word).join(''));
const brandShapes = BRANDS.map(shapeOf);

/**
 * Whether a name could pass for JuFi itself: it is made of nothing but reserved words, or has the brand in it, or an office as one of its words. Not every
 * name that contains such letters: `badminton`, `supporter` and `wallet-fan` are names of people. docs/usernames.md tells the rule.
 */
export function isReservedName(name: string, ownReserved: readonly string[] = []): boolean {
  const typed = name.normalize('NFKC');
  const key = typed.toLowerCase();
  const parts = partsOf(typed);
  return (
    GENERATED.test(withoutMarks(shapeOf(key))) ||
    holdsBrand(partsOf(key)) ||
    holdsOffice(parts) ||
    isMadeOfWords(parts.join(''), new Set(ownReserved.flatMap(formsOf)))
  );
}

function partsOf(name: string): string[] {
  return name.split(/[_-]+/).filter((part) => part !== '');
}

/** Here the letters count as they look, i and l apart: `Juflynn` is somebody's name. */
function holdsBrand(parts: readonly string[]): boolean {
  const shapes = parts.map((part) => withoutMarks(shapeOf(part.replaceAll('1', 'i'))));
  return shapes.some((shape) => brandShapes.some((brand) => shape.includes(brand)));
}

/** As one part of the name, or as several that were torn apart: `sup-port-anna`. */
function holdsOffice(parts: readonly string[]): boolean {
  const whole = coarseCharacters(parts.join('')).join('');
  if (anywhere.some((word) => whole.includes(word))) return true;
  return parts.some((_, from) =>
    parts.slice(from).some((_unused, length) => {
      const part = parts.slice(from, from + length + 1).join('');
      // Digits around a word change nothing, unless they stand for its letters.
      const bare = part.replace(/^\p{Nd}+|\p{Nd}+$/gu, '');
      return [part, bare].some((text) => weigh(text) === 'OFFICE');
    }),
  );
}

/** Whether a name falls apart into known words and digits, with one among them that is more than a filler. */
function isMadeOfWords(joined: string, own: ReadonlySet<string>): boolean {
  const characters = Array.from(joined);
  // How a beginning of so many characters can be read: not at all, as fillers alone, or as reserved.
  const readings = new Map<number, boolean>([[0, false]]);
  const note = (length: number, isReserved: boolean): void => void readings.set(length, isReserved || readings.get(length) === true);
  for (const from of characters.keys()) {
    const soFar = readings.get(from);
    if (soFar === undefined) continue;
    if (/^\p{Nd}$/u.test(characters[from] ?? '')) note(from + 1, soFar);
    for (let to = from + 1; to <= characters.length; to += 1) {
      const text = characters.slice(from, to).join('');
      const weight = formsOf(text).some((form) => own.has(form)) ? 'OFFICE' : weigh(text);
      if (weight !== undefined) note(to, soFar || weight !== 'FILLER');
    }
  }
  return readings.get(characters.length) === true;
}

function weigh(text: string): Weight | undefined {
  if (!/\p{L}/u.test(text)) return undefined;
  return formsOf(text)
    .map((form) => words.get(form))
    .find((weight) => weight !== undefined);
}

/** As it was typed and in small letters: a word of another script may have capitals that look like Latin letters. */
function formsOf(text: string): string[] {
  return [text, text.toLowerCase()].flatMap((typed) => {
    const coarse = joinPairs(coarseCharacters(typed).join(''));
    return coarse.length < SQUEEZED_FROM ? [coarse] : [coarse, squeeze(coarse)];
  });
}

function learn(word: string, weight: Weight): void {
  for (const form of formsOf(word)) words.set(form, weight);
}
