import { coarseCharacters, joinPairs, shapeOf, squeeze, withoutMarks } from './coarse-form.ts';
import { BRANDS, FILLERS, OFFICES, OFFICES_ANYWHERE, SERVICES } from './reserved-words.ts';

type Weight = 'FILLER' | 'SERVICE' | 'OFFICE';

/** Shorter words would become other words when squeezed: `root` would become the German `rot`. */
const SQUEEZED_FROM = 5;
/** The form of generated names: one of this form would look like the name of the member with that uid. */
const GENERATED = /^ju[-_][a-z0-9]{6,12}$/;

const words = new Map<string, Weight>();
for (const word of FILLERS) learn(word, 'FILLER');
for (const word of SERVICES) learn(word, 'SERVICE');
for (const word of [...OFFICES, ...OFFICES_ANYWHERE, ...BRANDS]) learn(word, 'OFFICE');

const anywhere = OFFICES_ANYWHERE.map((word) => coarseCharacters(word).join(''));
const brandShapes = BRANDS.map(shapeOf);

/**
 * Whether a name could pass for JuFi itself: it consists only of reserved words, contains the brand, or has an office as one of its words. Merely
 * containing such letters is fine: `badminton`, `supporter` and `wallet-fan` are people's names. The rule is in docs/usernames.md.
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

/** Compares letters as they look, but keeps i and l apart: `Juflynn` is somebody's name. */
function holdsBrand(parts: readonly string[]): boolean {
  const shapes = parts.map((part) => withoutMarks(shapeOf(part.replaceAll('1', 'i'))));
  return shapes.some((shape) => brandShapes.some((brand) => shape.includes(brand)));
}

/** As one part of the name, or as several that were split: `sup-port-anna`. */
function holdsOffice(parts: readonly string[]): boolean {
  const whole = coarseCharacters(parts.join('')).join('');
  if (anywhere.some((word) => whole.includes(word))) return true;
  return parts.some((_, from) =>
    parts.slice(from).some((_unused, length) => {
      const part = parts.slice(from, from + length + 1).join('');
      // Digits around a word don't matter, unless they stand for its letters.
      const bare = part.replace(/^\p{Nd}+|\p{Nd}+$/gu, '');
      return [part, bare].some((text) => weigh(text) === 'OFFICE');
    }),
  );
}

/** Whether a name can be split into known words and digits, at least one of which isn't a filler. */
function isMadeOfWords(joined: string, own: ReadonlySet<string>): boolean {
  const characters = Array.from(joined);
  // Whether the first n characters can be split: not at all, into fillers only, or including a reserved word.
  const readings = new Map<number, boolean>([[0, false]]);
  const addReading = (length: number, isReserved: boolean): void => void readings.set(length, isReserved || readings.get(length) === true);
  for (const from of characters.keys()) {
    const soFar = readings.get(from);
    if (soFar === undefined) continue;
    if (/^\p{Nd}$/u.test(characters[from] ?? '')) addReading(from + 1, soFar);
    for (let to = from + 1; to <= characters.length; to += 1) {
      const text = characters.slice(from, to).join('');
      const weight = formsOf(text).some((form) => own.has(form)) ? 'OFFICE' : weigh(text);
      if (weight !== undefined) addReading(to, soFar || weight !== 'FILLER');
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

/** Both as typed and lower-cased, because capitals of another script may look like Latin letters. */
function formsOf(text: string): string[] {
  return [text, text.toLowerCase()].flatMap((typed) => {
    const coarse = joinPairs(coarseCharacters(typed).join(''));
    return coarse.length < SQUEEZED_FROM ? [coarse] : [coarse, squeeze(coarse)];
  });
}

function learn(word: string, weight: Weight): void {
  for (const form of formsOf(word)) words.set(form, weight);
}
