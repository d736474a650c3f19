/**
 * Removes the login link's token from the address, so that only the page's own request carries it. The response's `Referrer-Policy:
 * no-referrer` must stay in force until the shell has loaded: this script keeps the address it was parsed under as its base, and would send
 * it as the referrer of its imports. Returns undefined without a `token` parameter, otherwise its value, even if empty.
 */
export function takeLinkToken(): string | undefined {
  const address = new URL(location.href);
  const token = address.searchParams.get('token');
  if (token === null) return undefined;
  address.searchParams.delete('token');
  history.replaceState(history.state, '', address.pathname + address.search + address.hash);
  // A sentence or a chat may have left its full stop or bracket at the link's end.
  return token.replace(/^[^\w~+/-]+|[^\w~=+/-]+$/g, '');
}
