import { usernameLength } from '../../../../src/lib/username-length.ts';
import { Refusal } from '../../../http/refusal.ts';
import lookAlikes from './look-alikes.json' with { type: 'json' };

/** The scripts in everyday use (UAX 31, table 5); Japanese, Korean and Bopomofo each combine several that count as one (UTS 39, 5.1). */
const WRITING_SYSTEMS = [
  ...['Latin', 'Cyrillic', 'Greek', 'Armenian', 'Georgian', 'Hebrew', 'Arabic', 'Thaana', 'Ethiopic', 'Thai', 'Lao', 'Khmer', 'Myanmar'],
  ...['Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya', 'Tamil', 'Telugu', 'Kannada', 'Malayalam', 'Sinhala', 'Tibetan'],
].map((script) => [script]);
const COMBINED = [
  ['Han', 'Hiragana', 'Katakana'],
  ['Han', 'Hangul'],
  ['Han', 'Bopomofo'],
];
const ONE_SCRIPT = [...WRITING_SYSTEMS, ...COMBINED].map(
  (scripts) => new RegExp(`^[0-9_\\-${scripts.map((script) => `\\p{Script_Extensions=${script}}`).join('')}]+$`, 'u'),
);

const allowed = lookAlikes.allowed.split(' ').map((range) => {
  const [first = '', last = first] = range.split('-');
  return { first: parseInt(first, 16), last: parseInt(last, 16) };
});

/** A username in its stored form, NFKC: 3 to 20 letters, digits, `_` and `-` of one script. Anything else is refused with VALIDATION_FAILED. */
export function readUsername(typed: string): string {
  const username = typed.normalize('NFKC');
  const reason = findFault(username);
  if (reason === undefined) return username;
  throw new Refusal('VALIDATION_FAILED', { detail: { fields: { username: reason } } });
}

function findFault(username: string): 'LENGTH' | 'CHARACTERS' | 'SCRIPTS' | undefined {
  const characters = Array.from(username);
  if (characters.length < usernameLength.min || characters.length > usernameLength.max) return 'LENGTH';
  if (!characters.every((character) => character === '_' || character === '-' || isAllowed(character))) return 'CHARACTERS';
  // Marks belong to a letter; several of them, or a repeated one, hide the letter (UTS 39, 5.4).
  if (!/[\p{L}\p{Nd}]/u.test(username) || /(?:^|[0-9_-])\p{M}|(\p{Mn})\1|\p{Mn}{5}/u.test(username)) return 'CHARACTERS';
  return ONE_SCRIPT.some((script) => script.test(username)) ? undefined : 'SCRIPTS';
}

function isAllowed(character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  return allowed.some(({ first, last }) => first <= code && code <= last);
}
