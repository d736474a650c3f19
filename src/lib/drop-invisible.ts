/** Pasted text brings invisible characters such as direction marks and soft hyphens; a field must contain only what is visible. */
export function dropInvisible(text: string): string {
  return text.replace(/\p{Cf}/gu, '');
}
