/**
 * Takes the login link's token from the address and cleans it, so that no request but the page's own carries it.
 * The response's `Referrer-Policy: no-referrer` stays in force until the shell is there: this script keeps the address it was
 * parsed under as its base, and would name it as the referrer of what it imports.
 * Gives undefined when there is no `token` parameter, and what it holds, be it empty, when there is one.
 */
export function takeLinkToken(): string | undefined {
  const address = new URL(location.href);
  const token = address.searchParams.get('token');
  if (token === null) return undefined;
  address.searchParams.delete('token');
  history.replaceState(history.state, '', address.pathname + address.search + address.hash);
  return token;
}
