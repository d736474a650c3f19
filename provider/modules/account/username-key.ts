/** What two usernames may not share: the same letters in another case or another Unicode form are the same name. */
export function usernameKey(username: string): string {
  return username.normalize('NFKC').toLowerCase();
}
