import { createHash, timingSafeEqual } from 'node:crypto';

export interface MetricsAccess {
  /** What a scraper says as its bearer. */
  token: string | undefined;
  /**
   * Whether this machine itself needs no token. Not in production: behind a proxy of the same machine that passes no address on, the whole world
   * comes from 127.0.0.1.
   */
  loopback: boolean;
}

/** Headers by which a proxy says that somebody else asks. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via', 'cf-connecting-ip'];
const LOOPBACK = /^(127(\.\d{1,3}){3}|::1|::ffff:127(\.\d{1,3}){3})$/i;

export function mayReadMetrics({ token, loopback }: MetricsAccess, headers: Headers, clientAddress: string): boolean {
  const given = /^Bearer (\S+)$/i.exec(headers.get('authorization') ?? '')?.[1];
  if (token !== undefined && given !== undefined) return isSame(given, token);
  return loopback && LOOPBACK.test(clientAddress) && !FORWARDED.some((name) => headers.has(name));
}

/** Of digests, so that the time it takes tells nothing, not even the length. */
function isSame(given: string, expected: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
