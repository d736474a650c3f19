/** Around it is what a sentence, a chat or a keyboard puts there: spaces, quotes, brackets, a full stop, `@`. */
const EDGES = /^[^\p{L}\p{M}\p{N}_-]+|[^\p{L}\p{M}\p{N}_-]+$/gu;
const ADDRESS = /^(?:0x)?([0-9a-f]{40})$/i;

/** What was meant by a typed or pasted code or name: those of ours consist of letters, digits, `-` and `_`. Full-width letters and typographic hyphens become plain ones. */
export function identifierOf(typed: string): string {
  return edgeless(typed.normalize('NFKC'));
}

/** The same, with its letters as they were typed: a member's own new name. */
export function edgeless(typed: string): string {
  return dropInvisible(typed)
    .replaceAll(/[\p{Pd}\u2212]/gu, '-')
    .replaceAll(EDGES, '');
}

/** A username, a uid, or an address, which may have been wrapped, grouped or copied without its `0x`. */
export function recipientOf(typed: string): string {
  const name = identifierOf(typed);
  const digits = ADDRESS.exec(name.replaceAll(/\s/g, ''))?.[1];
  return digits === undefined ? name : `0x${digits}`;
}

/** Pasted text brings invisible characters such as direction marks and soft hyphens; a field must contain only what is visible. */
export function dropInvisible(text: string): string {
  return text.replace(/\p{Cf}/gu, '');
}
