import { isEmpty } from '../emptiness.ts';
import { isLoopback } from '../loopback.ts';

export interface BaseUrlQuestion {
  /** The local key `baseUrl`, null when there is none. */
  stored: string | null;
  /** The site's setting; may be a path of the site itself. */
  configured: string;
  pageUrl: string;
  /** Origins the operator trusts with what members send. */
  allowedOrigins: readonly string[];
}

export interface BaseUrl {
  /** Absolute, without a slash at its end. */
  url: string;
  /** Why the stored one was not used, when there was one. */
  ignored?: 'MALFORMED' | 'PROTOCOL' | 'CREDENTIALS' | 'ORIGIN';
}

/**
 * Whoever can write to local storage could send a member's calls elsewhere, so a stored base address counts only on the page's own origin, on
 * loopback while the page is there too, or on an origin of the operator's list.
 */
export function resolveBaseUrl({ stored, configured, pageUrl, allowedOrigins }: BaseUrlQuestion): BaseUrl {
  const fallback = plainUrl(new URL(configured, pageUrl));
  if (stored === null || isEmpty(stored)) return { url: fallback };
  const text = stored.trim();
  // Without its own slash it must be whole: read against the page, `https:other` and `other` would depend on where one happens to be.
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
