/**
 * Formats rows as CSV (RFC 4180), with a byte order mark so that spreadsheets read it as UTF-8. Pass user-written text through
 * `spreadsheetText` first.
 */
export function csvText(rows: readonly (readonly string[])[]): string {
  return `\uFEFF${rows.map((cells) => cells.map(quote).join(',')).join('\r\n')}\r\n`;
}

function quote(value: string): string {
  return /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}
