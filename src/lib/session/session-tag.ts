/** Identifies a session in storage without revealing its token (FNV-1a, 32 bits of the token's 256). */
export function sessionTag(token: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < token.length; index += 1) hash = Math.imul(hash ^ token.charCodeAt(index), 0x01000193);
  return `#${(hash >>> 0).toString(36)}`;
}
