import { isolate } from './isolate.ts';

/**
 * Makes user-written text safe for a CSV cell, so that no spreadsheet takes it for a formula. That happens if the cell starts with one of
 * these characters or their full-width forms, or if one follows a semicolon, tab or bar and the file is read with another country's
 * separators.
 */
export function spreadsheetText(value: string): string {
  return value.replace(/(^|[;\t\r\n|])(\s*)(?=[=+\-@＝＋－＠])/g, "$1$2'");
}

/** A member in a CSV cell, the same in every language. */
export function spreadsheetMember({ username, uid }: { username: string; uid: string }): string {
  return spreadsheetText(`${isolate(username)} (${uid})`);
}
