import { type IncomingMessage, type ServerResponse } from 'node:http';

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
 * Whether the page was opened directly: by a typed address, a bookmark or another program (Fetch Metadata Request Headers, `Sec-Fetch-Site: none`). No page
 * led here, so none holds a reference to this window.
 */
export function cameByThemselves({ headers }: IncomingMessage): boolean {
  return headers['sec-fetch-site'] === 'none';
}

/**
 * Headers for pages that meta tags can't replace. Scripts and styles don't need them, and a page loads many. Isolation from an opener makes the browser
 * start another process, which costs a slow phone a tenth of the time to the first paint, so it's left out if there is no opener.
 */
export function setDocumentHeaders(response: ServerResponse, mayHaveOpener = true): void {
  response.setHeader('Content-Security-Policy', FRAME_POLICY);
  response.setHeader('X-Frame-Options', 'DENY');
  if (mayHaveOpener) response.setHeader('Cross-Origin-Opener-Policy', 'same-origin-allow-popups');
  response.setHeader('Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()');
}
