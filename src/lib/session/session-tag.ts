/** Names a session for what is kept of it, without giving the token away (FNV-1a, 32 bits of its 256). */
export function sessionTag(token: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < token.length; index += 1) hash = Math.imul(hash ^ token.charCodeAt(index), 0x01000193);
  return `#${(hash >>> 0).toString(36)}`;
}
