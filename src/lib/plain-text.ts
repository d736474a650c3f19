/**
 * Sequences that need invisible characters: an emoji's variation, skin tone and joiners, keycaps, the flags of England, Scotland and Wales,
 * the joiners of Persian (RFC 5892, A.1) and after an Indic virama, and variants of Han characters.
 */
const NEEDED =
  '\\u{1F3F4}\\u{E0067}\\u{E0062}(?:\\u{E0065}\\u{E006E}\\u{E0067}|\\u{E0073}\\u{E0063}\\u{E0074}|\\u{E0077}\\u{E006C}\\u{E0073})\\u{E007F}' +
  '|\\p{ExtPict}\\p{EMod}?\\uFE0F?(?:\\u200D\\p{ExtPict}\\p{EMod}?\\uFE0F?)*|[\\d#*]\\uFE0F\\u20E3' +
  '|\\p{sc=Arab}\\u200C(?=\\p{sc=Arab})|[\\u094D\\u09CD\\u0A4D\\u0ACD\\u0B4D\\u0BCD\\u0C4D\\u0CCD\\u0D4D\\u0DCA\\u1039\\u17D2][\\u200C\\u200D]' +
  '|\\p{sc=Han}[\\u{E0100}-\\u{E01EF}]';
/** Control, direction, default-ignorable and private-use characters, line breaks, lone surrogates, and the blank Braille pattern. */
const HIDDEN = '[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{DI}\\p{NChar}\\u2800]';
const ONE_LINE = new RegExp(`(${NEEDED})|${HIDDEN}`, 'gu');
const LINES = new RegExp(`(${NEEDED}|\\n)|${HIDDEN}`, 'gu');

/**
 * Removes what deceives readers: invisible characters, characters that change the direction of what follows, and combining marks piled on a
 * letter or at the start. Returns NFC. The form signs and sends only this, and the provider refuses any other text.
 */
export function plainText(text: string, hasLines = false): string {
  const plain = text
    .normalize('NFC')
    .replace(hasLines ? LINES : ONE_LINE, (_, needed?: string) => needed ?? '')
    .normalize('NFC')
    .replace(/^[\p{M}\u200C\u200D]+/u, '')
    .replace(/([\p{Mn}\p{Me}]{4})[\p{Mn}\p{Me}\u200C\u200D]+/gu, '$1');
  // Removing something may have joined two parts that now have to be judged together.
  return plain === text ? plain : plainText(plain, hasLines);
}
