/** What is pasted brings marks of writing direction and of possible breaks with it: in a field stands what is seen, and nothing else. */
export function dropInvisible(text: string): string {
  return text.replace(/\p{Cf}/gu, '');
}
