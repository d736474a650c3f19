import { createHash } from 'node:crypto';

/**
 * The hash by which a page's policy allows an inline script or style (CSP Level 3, hash-source). Pass it to `Astro.csp` before the head is written: in the
 * page or its layout, not in a component.
 */
export function cspHash(code: string): `sha256-${string}` {
  return `sha256-${createHash('sha256').update(code).digest('base64')}`;
}
