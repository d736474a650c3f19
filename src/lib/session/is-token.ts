import { isEmptyText } from '../emptiness.ts';

/** Whether a text could be a token: not empty, and only characters allowed in an HTTP header. */
export function isToken(text: string): boolean {
  return !isEmptyText(text) && /^[!-~]+$/.test(text);
}
