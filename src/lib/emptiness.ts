/** Whether a value is null, undefined, an empty string, the text "null", an empty object, or only white space. */
export function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || typeof value === 'string') return isEmptyText(value);
  return isPlain(value) && Object.keys(value).length === 0;
}

/**
 * The same for text only, such as a stored value or a parameter. Smaller, and without a regular expression to compile, for the head script.
 */
export function isEmptyText(text: string | null | undefined): boolean {
  return ['', 'null'].includes((text ?? '').trim());
}

/** A date or a map has no keys either, but isn't empty. */
function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null || Array.isArray(value);
}
