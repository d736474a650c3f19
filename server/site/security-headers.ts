import type { IncomingMessage, ServerResponse } from 'node:http';

export interface HeaderOptions {
  siteUrl: string;
  hasToken: boolean;
}

/** The part of the policy that a meta tag can't contain; the rest is in each page, with the hashes of its scripts and styles. */
export const FRAME_POLICY = "frame-ancestors 'none'";

/** For every response. */
export function setSecurityHeaders(response: ServerResponse, { siteUrl, hasToken }: HeaderOptions): void {
  response.setHeader('X-Content-Type-Options', 'nosniff');
  // The visit rule needs the referrer of our own pages.
  response.setHeader('Referrer-Policy', hasToken ? 'no-referrer' : 'same-origin');
  if (siteUrl.startsWith('https:')) response.setHeader('Strict-Transport-Security', 'max-age=31536000');
}

/**
 * False where Chromium (`Sec-CH-UA`, User-Agent Client Hints) asks for a public page's address that was typed, bookmarked or opened by another program (`Sec-Fetch-Site: none`,
 * Fetch Metadata Request Headers). It parts such a page from its opener itself, except from one that opened the window blank: `partFromOpener` in the head
 * script handles that (decision 123). Other browsers may not. What a page has fetched ahead (`Sec-Purpose`) says `none` too, but that page may be anybody's.
 */
export function mayHaveOpener({ headers }: IncomingMessage): boolean {
  const isTyped = headers['sec-fetch-site'] === 'none' && headers['sec-purpose'] === undefined && headers.referer === undefined;
  return !isTyped || !String(headers['sec-ch-ua']).includes('"Chromium"');
}

/** For whatever a window may show: what a page's own meta tags can't say. Scripts and styles do without. */
export function setDocumentHeaders(response: ServerResponse, partedFromOpener = true): void {
  response.setHeader('Content-Security-Policy', FRAME_POLICY);
  response.setHeader('X-Frame-Options', 'DENY');
  // With this policy, the browser starts the page in a process of its own, whose first paint is later.
  if (partedFromOpener) response.setHeader('Cross-Origin-Opener-Policy', 'same-origin-allow-popups');
  response.setHeader('Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()');
}
