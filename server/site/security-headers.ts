import type { ServerResponse } from 'node:http';

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

/** For whatever a window may show: what a page's own meta tags can't say. Scripts and styles do without. */
export function setDocumentHeaders(response: ServerResponse): void {
  response.setHeader('Content-Security-Policy', FRAME_POLICY);
  response.setHeader('X-Frame-Options', 'DENY');
  response.setHeader('Cross-Origin-Opener-Policy', 'same-origin-allow-popups');
  response.setHeader('Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()');
}
