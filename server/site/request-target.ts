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

export type TargetRefusal = { refused: 400 | 414; hasToken: boolean };

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
