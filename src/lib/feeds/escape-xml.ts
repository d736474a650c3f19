const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

/** Escapes text for an element or attribute (XML 1.0), and drops characters that XML can't contain. */
export function escapeXml(text: string): string {
  return Array.from(text)
    .filter((character) => isXmlCharacter(character.codePointAt(0) ?? 0))
    .join('')
    .replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}

/** XML 1.0, production 2: `Char`. */
function isXmlCharacter(code: number): boolean {
  return (
    code === 0x9 ||
    code === 0xa ||
    code === 0xd ||
    (code >= 0x20 && code <= 0xd7ff) ||
    (code >= 0xe000 && code <= 0xfffd) ||
    code >= 0x10000
  );
}
