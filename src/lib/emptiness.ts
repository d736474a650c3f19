/** A value counts as empty when it is null or undefined, an empty string, the text "null", an empty object, or white space only. */
export function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  if (typeof value === 'string') return value.trim() === '' || value.trim() === 'null';
  return isPlain(value) && Object.keys(value).length === 0;
}

/** A date or a map has no keys either, and is not empty for that. */
function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null || Array.isArray(value);
}
