import { type ServerResponse } from 'node:http';

export interface HeaderOptions {
  siteUrl: string;
  hasToken: boolean;
}

/** What a page's own meta tags cannot say. The rest of the content security policy stands in the pages, with their hashes. */
export function setSecurityHeaders(response: ServerResponse, { siteUrl, hasToken }: HeaderOptions): void {
  response.setHeader('Content-Security-Policy', "frame-ancestors 'none'");
  response.setHeader('X-Frame-Options', 'DENY');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('Cross-Origin-Opener-Policy', 'same-origin-allow-popups');
  response.setHeader('Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()');
  // The rule that tells a visit from a step inside the app needs the referrer of our own pages.
  response.setHeader('Referrer-Policy', hasToken ? 'no-referrer' : 'same-origin');
  if (siteUrl.startsWith('https:')) response.setHeader('Strict-Transport-Security', 'max-age=31536000');
}
