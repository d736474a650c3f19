/**
 * Takes the login link's token from the address and cleans it, so that no request but the page's own carries it.
 * Gives undefined when there is no `token` parameter, and what it holds, be it empty, when there is one.
 */
export function takeLinkToken(): string | undefined {
  const address = new URL(location.href);
  const token = address.searchParams.get('token');
  if (token === null) return undefined;
  address.searchParams.delete('token');
  history.replaceState(history.state, '', address.pathname + address.search + address.hash);
  // The response carried `Referrer-Policy: no-referrer`; without this, a link opened in a new tab would look like a visit.
  const meta = document.createElement('meta');
  meta.name = 'referrer';
  meta.content = 'same-origin';
  document.head.append(meta);
  return token;
}
