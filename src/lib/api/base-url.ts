import { isEmpty } from '../emptiness.ts';

export interface BaseUrlQuestion {
  /** Local storage key `baseUrl`, null if absent. */
  stored: string | null;
  /** The site's setting; may be a path on the site itself. */
  configured: string;
  pageUrl: string;
  /** Origins the operator trusts with what members send. */
  allowedOrigins: readonly string[];
}

export interface BaseUrl {
  /** Absolute, without a trailing slash. */
  url: string;
  /** Why the stored address, if any, was ignored. */
  ignored?: 'MALFORMED' | 'PROTOCOL' | 'CREDENTIALS' | 'ORIGIN';
}

/**
 * Anyone who can write to local storage could redirect a member's calls, so a stored base address is only used if it's on the page's own
 * origin, on loopback while the page is too, or on an origin the operator allows.
 */
export function resolveBaseUrl({ stored, configured, pageUrl, allowedOrigins }: BaseUrlQuestion): BaseUrl {
  const fallback = plainUrl(new URL(configured, pageUrl));
  if (stored === null || isEmpty(stored)) return { url: fallback };
  const text = stored.trim();
  // Anything without a leading slash must be absolute: resolved against the page, `https:other` and `other` would depend on the current
  // page.
  const base = text.startsWith('/') ? pageUrl : undefined;
  if (!URL.canParse(text, base)) return { url: fallback, ignored: 'MALFORMED' };
  const url = new URL(text, base);
  const ignored = findFault(url, new URL(pageUrl), allowedOrigins);
  return ignored ? { url: fallback, ignored } : { url: plainUrl(url) };
}

function findFault(url: URL, page: URL, allowedOrigins: readonly string[]): BaseUrl['ignored'] {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'PROTOCOL';
  if (url.username !== '' || url.password !== '') return 'CREDENTIALS';
  if (url.search !== '' || url.hash !== '' || url.href.endsWith('?') || url.href.endsWith('#')) return 'MALFORMED';
  if (url.origin === page.origin) return undefined;
  if (isLoopback(url.hostname) && isLoopback(page.hostname)) return undefined;
  const isAllowed = allowedOrigins.some((allowed) => URL.canParse(allowed) && new URL(allowed).origin === url.origin);
  return isAllowed ? undefined : 'ORIGIN';
}

function plainUrl(url: URL): string {
  return url.origin + url.pathname.replace(/\/+$/, '');
}

/** Whether a host is this machine: the names of RFC 6761 and the addresses of RFC 1122 and RFC 4291, as `URL` serialises them. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}
