import { listQueryString, readListQuery } from '../../src/lib/announcements/list-query.ts';
import { splitLocalePath } from '../../src/lib/i18n/locale-path.ts';

export interface RequestTarget {
  /** As in a URL: percent-encoded, with dots resolved. */
  path: string;
  /** As in a file name. */
  decodedPath: string;
  query: URLSearchParams;
  /** With its `?`, or empty. */
  search: string;
  /** The address contains a login token, so nothing may cache it or pass it on. */
  hasToken: boolean;
}

const LONGEST_TARGET = 8_192;

type TargetRefusal = { refused: 400 | 414; hasToken: boolean };

/** Parses the request's address without trusting its Host header. Never throws, whatever a client sends. */
export function readTarget(url: string): RequestTarget | TargetRefusal {
  const looksLikeToken = /[?&]token\b/i.test(url);
  if (url.length > LONGEST_TARGET) return { refused: 414, hasToken: looksLikeToken };
  // Appended to an origin by hand: `new URL('//other.example/x', base)` would take the host from the client.
  const absolute = url.startsWith('/') ? `http://site.invalid${url}` : url;
  if (!/^https?:\/\//i.test(absolute) || !URL.canParse(absolute)) return { refused: 400, hasToken: looksLikeToken };
  const { pathname, search, searchParams } = new URL(absolute);
  const decodedPath = decode(pathname);
  if (decodedPath === undefined || hasControlCharacter(decodedPath)) return { refused: 400, hasToken: looksLikeToken };
  return { path: pathname, decodedPath, query: searchParams, search, hasToken: looksLikeToken || searchParams.has('token') };
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function hasControlCharacter(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code < 0x20 || code === 0x7f) return true;
  }
  return false;
}

/** Longer than any page's path: locale, section and slug. */
const LONGEST_PATH = 200;

/**
 * The canonical address under which a page is rendered and cached: its path in one spelling, and only the parameters it knows, in normal form. Other input
 * doesn't create another page, so it must not cause another render or cache entry. A login token never gets past here. Returns undefined if the page can't
 * exist.
 */
export function pageTarget({ decodedPath, query }: Pick<RequestTarget, 'decodedPath' | 'query'>): string | undefined {
  if (decodedPath.length > LONGEST_PATH || decodedPath.includes('//') || !decodedPath.isWellFormed()) return undefined;
  const path = decodedPath.split('/').map(encodeURIComponent).join('/');
  if (splitLocalePath(path).path !== '/announcements') return path;
  const list = readListQuery(query);
  return list && path + listQueryString(list);
}

/**
 * A page's address without trailing slashes, or undefined if that isn't another address of this site: `//other.example/` must not become another host in
 * `Location`. Counts from the end, since `/\/+$/` would retry at each of 8,000 slashes.
 */
export function withoutTrailingSlash(path: string): string | undefined {
  let end = path.length;
  while (end > 0 && path[end - 1] === '/') end -= 1;
  return end > 0 && end < path.length && !path.startsWith('//') ? path.slice(0, end) : undefined;
}
