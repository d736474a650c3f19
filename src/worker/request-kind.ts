import { listQueryString, readListQuery } from '../lib/announcements/list-query.ts';
import { splitLocalePath } from '../lib/i18n/locale-path.ts';

export type RequestKind = { kind: 'page'; key: string } | { kind: 'hashed' } | { kind: 'part' } | { kind: 'other' };

/** Parts of pages besides their hashed files; all are the same for every visitor. */
const PARTS =
  /^\/(locales\/[a-z]{2}\/[\w-]+\.json|wallet-icons\/[\w.-]+|rosettes\.svg|favicon\.svg|icon-[\w-]+\.png|apple-touch-icon\.png|([a-z]{2}\/)?site\.webmanifest)$/;

/**
 * What the worker does with a request. Answers of the provider, what carries a login token and everything that isn't known here goes to the network
 * as if there were no worker.
 */
export function requestKind(
  { method, mode, url, headers }: Pick<Request, 'method' | 'mode' | 'url' | 'headers'>,
  origin: string,
): RequestKind {
  const address = new URL(url);
  const isForeign = address.origin !== origin || method !== 'GET' || headers.has('range');
  if (isForeign || address.searchParams.has('token') || /^\/api(\/|$)/.test(address.pathname)) return { kind: 'other' };
  if (mode === 'navigate') return /\.\w+$/.test(address.pathname) ? { kind: 'other' } : { kind: 'page', key: pageKey(address) };
  if (address.pathname.startsWith('/_astro/')) return { kind: 'hashed' };
  return PARTS.test(address.pathname) ? { kind: 'part' } : { kind: 'other' };
}

/** Under which a page is kept: its path, and of its query what makes it another page. */
export function pageKey({ pathname, searchParams }: URL): string {
  const list = splitLocalePath(pathname).path === '/announcements' ? readListQuery(searchParams) : undefined;
  return pathname + (list === undefined ? '' : listQueryString(list));
}
