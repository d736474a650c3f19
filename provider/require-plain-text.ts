import { plainText } from '../src/lib/plain-text.ts';

/**
 * Normalises a text to NFC before it's published. Refuses characters that are invisible or change the text's direction: they are usually pasted by mistake,
 * but could make somebody approve a different text than the one they read.
 */
export function requirePlainText(text: string, name: string, hasLines = false): string {
  const normalized = text.normalize('NFC');
  const plain = plainText(normalized, hasLines);
  if (plain === normalized) return normalized;
  const typed = Array.from(normalized);
  const kept = Array.from(plain);
  const at = typed.findIndex((character, index) => character !== kept[index]);
  const code = (typed[at]?.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  const line = typed.slice(0, at).filter((character) => character === '\n').length + 1;
  throw new Error(`${name} holds U+${code} in line ${line}, which readers cannot see or could be deceived by: take it out`);
}
