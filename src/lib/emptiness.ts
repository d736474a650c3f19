/** A value counts as empty when it is null or undefined, an empty string, the text "null", an empty object, or white space only. */
export function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  if (typeof value === 'string') return value.trim() === '' || value.trim() === 'null';
  if (typeof value === 'object') return Object.keys(value).length === 0;
  return false;
}
