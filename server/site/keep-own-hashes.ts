import { createHash } from 'node:crypto';

const INLINE = /<(script|style)\b[^>]*>([\s\S]*?)<\/\1>/g;

/**
 * Reduces a page's policy to the hashes of its own inline scripts and styles. Astro lists those of all pages: a page should run nothing that isn't in it,
 * and headers aren't compressed.
 */
export function keepOwnHashes(policy: string, html: string): string {
  const own = new Set([...html.matchAll(INLINE)].map(([, , text = '']) => createHash('sha256').update(text).digest('base64')));
  return policy.replace(/ 'sha256-([^']+)'/g, (source, hash: string) => (own.has(hash) ? source : ''));
}
