import { createHash } from 'node:crypto';

/**
 * By what a page's policy allows a script or a style that stands in it (CSP Level 3, hash-source). The policy has to be told (`Astro.csp`) before the head is
 * written: by the page or its layout, not by a component.
 */
export function cspHash(code: string): `sha256-${string}` {
  return `sha256-${createHash('sha256').update(code).digest('base64')}`;
}
