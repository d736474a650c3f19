const DIRECTION_MARKS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/**
 * A name within a sentence, so that its direction of writing moves nothing of the sentence (UAX 9, FSI and PDI): for plain text. Where a name or remark has an
 * element of its own, that is a `<bdi>`. What is ASCII cannot turn anything in our languages, and stays as it is.
 */
export function isolate(name: string): string {
  return /^[ -~]*$/.test(name) ? name : `\u2068${name.replace(DIRECTION_MARKS, '')}\u2069`;
}
