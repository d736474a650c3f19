import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/**
 * Each proxy appends the address it was called from, so with n proxies of our own, the n-th entry from the end is the last one the client
 * couldn't forge.
 */
export function clientAddress(request: IncomingMessage, trustedProxies: number): string {
  const direct = plain(request.socket.remoteAddress ?? '');
  if (trustedProxies === 0) return direct;
  const chain = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((entry) => plain(entry.trim()));
  const claimed = chain.at(-trustedProxies);
  return claimed !== undefined && isIP(claimed) !== 0 ? claimed : direct;
}

/** An IPv4 client on an IPv6 socket is the same client. */
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}
