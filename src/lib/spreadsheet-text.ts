/**
 * Text that others wrote, for a cell of a CSV file: no spreadsheet may take it for a formula. It would where the cell begins with one of these characters or
 * their wide forms, and, read with the separators of another country, after a semicolon, tab or bar within it.
 */
export function spreadsheetText(value: string): string {
  return value.replace(/(^|[;\t\r\n|])(\s*)(?=[=+\-@＝＋－＠])/g, "$1$2'");
}
