/**
 * Sequences in which characters that cannot be seen have their place: an emoji's variation, skin tone and joiners, keycaps, the flags of England, Scotland and
 * Wales, the joiners of Persian (RFC 5892, A.1) and after an Indic virama, and the variants of a Han character.
 */
const NEEDED =
  '\\u{1F3F4}\\u{E0067}\\u{E0062}(?:\\u{E0065}\\u{E006E}\\u{E0067}|\\u{E0073}\\u{E0063}\\u{E0074}|\\u{E0077}\\u{E006C}\\u{E0073})\\u{E007F}' +
  '|\\p{ExtPict}\\p{EMod}?\\uFE0F?(?:\\u200D\\p{ExtPict}\\p{EMod}?\\uFE0F?)*|[\\d#*]\\uFE0F\\u20E3' +
  '|\\p{sc=Arab}\\u200C(?=\\p{sc=Arab})|[\\u094D\\u09CD\\u0A4D\\u0ACD\\u0B4D\\u0BCD\\u0C4D\\u0CCD\\u0D4D\\u0DCA\\u1039\\u17D2][\\u200C\\u200D]' +
  '|\\p{sc=Han}[\\u{E0100}-\\u{E01EF}]';
/** Controls, marks of direction, what has no shape or a private one, breaks of lines, halves of characters, and the blank Braille pattern. */
const HIDDEN = '[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{DI}\\p{NChar}\\u2800]';
const ONE_LINE = new RegExp(`(${NEEDED})|${HIDDEN}`, 'gu');
const LINES = new RegExp(`(${NEEDED}|\\n)|${HIDDEN}`, 'gu');

/**
 * A text without what deceives its reader: characters that cannot be seen or turn the direction of what follows, marks heaped on a letter or on what stands
 * before the text; in NFC. The form signs and sends only this, and the provider refuses a text that is anything else.
 */
export function plainText(text: string, hasLines = false): string {
  const plain = text
    .normalize('NFC')
    .replace(hasLines ? LINES : ONE_LINE, (_, needed?: string) => needed ?? '')
    .normalize('NFC')
    .replace(/^[\p{M}\u200C\u200D]+/u, '')
    .replace(/([\p{Mn}\p{Me}]{4})[\p{Mn}\p{Me}\u200C\u200D]+/gu, '$1');
  // What was taken out may have stood between two parts that are to be judged together now.
  return plain === text ? plain : plainText(plain, hasLines);
}
