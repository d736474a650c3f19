import { isEmptyText } from '../emptiness.ts';

/** Whether a text can be a token at all: not empty, and of characters that an HTTP header takes. */
export function isToken(text: string): boolean {
  return !isEmptyText(text) && /^[!-~]+$/.test(text);
}
