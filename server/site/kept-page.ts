import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { RenderedPage } from './astro-pages.ts';
import { type Content, hashOf } from './content.ts';
import { FRAME_POLICY } from './security-headers.ts';

export interface PageAnswer {
  status: number;
  content: Content;
  /** The target of a redirect. */
  location?: string | undefined;
}

export interface KeptPage {
  answer: PageAnswer;
  packed: PackedPage;
  /** The same, marked with its age; created on first use. */
  marked?: Promise<PageAnswer>;
  renderedAtMs: number;
  /** When the last attempt to render it again failed. */
  failedAtMs: number;
}

/** How long a page is current, and how long it is shown while the next one is rendered (RFC 5861). */
export const FRESH_MS = 10_000;
export const STALE_MS = 50_000;
const SHARED_CACHE_CONTROL = `public, max-age=0, s-maxage=${FRESH_MS / 1000}, stale-while-revalidate=${STALE_MS / 1000}`;

export function answerOf({ status, headers, body }: RenderedPage, { br, gzip }: PackedPage): PageAnswer {
  const type = headers.get('content-type') ?? 'text/html';
  const policy = headers.get('content-security-policy');
  const content: Content = {
    type: /^text\/[\w.+-]+$/.test(type) ? `${type}; charset=utf-8` : type,
    cacheControl: headers.get('cache-control') ?? SHARED_CACHE_CONTROL,
    // Another encoding of the same body is another representation (RFC 9110, 8.8.1).
    hash: hashOf(br),
    plain: body,
    br,
    gzip,
    // Pages rendered on demand have their policy in a header, static ones in a meta tag.
    headers:
      policy === null
        ? undefined
        : { 'Content-Security-Policy': `${keepOwnHashes(policy, body.toString()).replace(/[;\s]+$/, '')}; ${FRAME_POLICY}` },
  };
  return { status, content, location: headers.get('location') ?? undefined };
}

/** Machine-readable responses carry their own date, or have it in the headers. */
export async function markAnswer({ answer, packed, renderedAtMs }: KeptPage, mark: (html: string) => string): Promise<PageAnswer> {
  const { content } = answer;
  const headers = { ...content.headers, 'Last-Modified': new Date(renderedAtMs).toUTCString() };
  const old = { ...content, headers, cacheControl: 'no-cache' };
  if (!content.type.startsWith('text/html')) return { ...answer, content: old };
  const plain = Buffer.from(mark(content.plain.toString()));
  const { br, gzip } = plain.equals(content.plain) ? packed : await packPage(plain, 'quick');
  return { ...answer, content: { ...old, plain, br, gzip, hash: hashOf(br) } };
}

/** A page about the current state: an old one would claim that all is well. */
export function mayStandIn({ answer }: KeptPage): boolean {
  return !answer.content.cacheControl.includes('must-revalidate');
}

export function sizeOf({ plain, br, gzip: packed }: Content): number {
  return plain.length + (br?.length ?? 0) + (packed?.length ?? 0) + 1;
}

/** `quick` while a client waits for the page; `tight` takes five times as long and saves another tenth. */
export type Tightness = 'quick' | 'tight';

export interface PackedPage {
  tightness: Tightness;
  br: Buffer;
  gzip: Buffer;
}

const QUALITIES = {
  quick: { brotli: 5, gzip: constants.Z_DEFAULT_COMPRESSION },
  tight: { brotli: constants.BROTLI_MAX_QUALITY, gzip: constants.Z_BEST_COMPRESSION },
} as const;

const packBrotli = promisify(brotliCompress);
const packGzip = promisify(gzip);

export async function packPage(body: Buffer, tightness: Tightness): Promise<PackedPage> {
  const quality = QUALITIES[tightness];
  const [br, packed] = await Promise.all([
    packBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality.brotli, [constants.BROTLI_PARAM_SIZE_HINT]: body.length } }),
    packGzip(body, { level: quality.gzip }),
  ]);
  return { tightness, br, gzip: packed };
}

const INLINE = /<(script|style)\b[^>]*>([\s\S]*?)<\/\1>/g;

/**
 * Reduces a page's policy to the hashes of its own inline scripts and styles. Astro lists those of all pages: a page should run nothing that isn't in it,
 * and headers aren't compressed.
 */
export function keepOwnHashes(policy: string, html: string): string {
  const own = new Set([...html.matchAll(INLINE)].map(([, , text = '']) => createHash('sha256').update(text).digest('base64')));
  return policy.replace(/ 'sha256-([^']+)'/g, (source, hash: string) => (own.has(hash) ? source : ''));
}
