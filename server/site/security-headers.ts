import { type IncomingMessage, type ServerResponse } from 'node:http';

export interface HeaderOptions {
  siteUrl: string;
  hasToken: boolean;
}

/** The part of the policy that a meta tag cannot carry; the rest comes with each page, with the hashes of its scripts and styles. */
export const FRAME_POLICY = "frame-ancestors 'none'";

/** Of every answer. */
export function setSecurityHeaders(response: ServerResponse, { siteUrl, hasToken }: HeaderOptions): void {
  response.setHeader('X-Content-Type-Options', 'nosniff');
  // The rule that tells a visit from a step inside the app needs the referrer of our own pages.
  response.setHeader('Referrer-Policy', hasToken ? 'no-referrer' : 'same-origin');
  if (siteUrl.startsWith('https:')) response.setHeader('Strict-Transport-Security', 'max-age=31536000');
}

/**
 * Whether the reader came by themselves: an address that was typed, a bookmark, another program (Fetch Metadata Request Headers, `Sec-Fetch-Site: none`).
 * No page led here, so none holds this window.
 */
export function cameByThemselves({ headers }: IncomingMessage): boolean {
  return headers['sec-fetch-site'] === 'none';
}

/**
 * Of what a window may show, and what a page's own meta tags cannot say. Scripts and styles do without: a page is made of many. Parting the window from its
 * opener makes the browser begin the page in another process, which costs a slow phone a tenth of the time to the first paint: not where nobody opened it.
 */
export function setDocumentHeaders(response: ServerResponse, mayHaveOpener = true): void {
  response.setHeader('Content-Security-Policy', FRAME_POLICY);
  response.setHeader('X-Frame-Options', 'DENY');
  if (mayHaveOpener) response.setHeader('Cross-Origin-Opener-Policy', 'same-origin-allow-popups');
  response.setHeader('Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()');
}
