import { createHash, timingSafeEqual } from 'node:crypto';

export interface MetricsAccess {
  /** The scraper's bearer token. */
  token: string | undefined;
  /**
   * Whether requests from this machine need none where no token is set. Not in production: behind a local proxy that doesn't pass addresses on, everyone
   * comes from 127.0.0.1.
   */
  loopback: boolean;
}

/** Headers that reveal a proxy acting for someone else. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via', 'cf-connecting-ip'];
const LOOPBACK = /^(127(\.\d{1,3}){3}|::1|::ffff:127(\.\d{1,3}){3})$/i;

export function mayReadMetrics({ token, loopback }: MetricsAccess, headers: Headers, clientAddress: string): boolean {
  const given = /^Bearer (\S+)$/i.exec(headers.get('authorization') ?? '')?.[1];
  if (token !== undefined) return given !== undefined && isSame(given, token);
  return loopback && LOOPBACK.test(clientAddress) && !FORWARDED.some((name) => headers.has(name));
}

/** Compares digests, so that timing reveals nothing, not even the length. */
function isSame(given: string, expected: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
