const DIRECTION_MARKS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/**
 * Isolates a name within plain text, so that its writing direction doesn't affect the rest of the sentence (UAX 9, FSI and PDI). A name or
 * remark in an element of its own takes a `<bdi>` instead. ASCII can't change the direction in our languages and stays unchanged.
 */
export function isolate(name: string): string {
  return /^[ -~]*$/.test(name) ? name : `\u2068${name.replace(DIRECTION_MARKS, '')}\u2069`;
}
