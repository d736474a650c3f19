import { createHash } from 'node:crypto';

const INLINE = /<(script|style)\b[^>]*>([\s\S]*?)<\/\1>/g;

/**
 * Leaves in a page's policy the hashes of the scripts and styles that stand in it. Astro names those of all pages: nothing that a page does not hold
 * should run in it, and headers are not packed.
 */
export function keepOwnHashes(policy: string, html: string): string {
  const own = new Set([...html.matchAll(INLINE)].map(([, , text = '']) => createHash('sha256').update(text).digest('base64')));
  return policy.replace(/ 'sha256-([^']+)'/g, (source, hash: string) => (own.has(hash) ? source : ''));
}
