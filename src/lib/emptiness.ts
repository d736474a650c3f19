/** A value counts as empty when it is null or undefined, an empty string, the text "null", an empty object, or white space only. */
export function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || typeof value === 'string') return isEmptyText(value);
  return isPlain(value) && Object.keys(value).length === 0;
}

/** The same, where only text comes in: what was stored, or a parameter. Smaller and without a pattern to compile, for the script of the head. */
export function isEmptyText(text: string | null | undefined): boolean {
  return ['', 'null'].includes((text ?? '').trim());
}

/** A date or a map has no keys either, and is not empty for that. */
function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null || Array.isArray(value);
}
