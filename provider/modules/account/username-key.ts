/** Usernames with the same key are the same name: it ignores case and Unicode form. */
export function usernameKey(username: string): string {
  return username.normalize('NFKC').toLowerCase();
}
