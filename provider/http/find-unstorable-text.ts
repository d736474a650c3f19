/**
 * Finds text in a JSON value that can't be stored: PostgreSQL refuses U+0000, and a lone surrogate isn't a character (it would be read back
 * as U+FFFD, making different texts equal). Returns the path of the first, or null.
 */
export function findUnstorableText(value: unknown, path = ''): string | null {
  if (typeof value === 'string') return isStorable(value) ? null : path;
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, inner] of Object.entries(value)) {
    const innerPath = path === '' ? key : `${path}.${key}`;
    const found = isStorable(key) ? findUnstorableText(inner, innerPath) : path;
    if (found !== null) return found;
  }
  return null;
}

function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}
