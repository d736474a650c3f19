import type { IncomingMessage } from 'node:http';
import { isIP, isIPv6 } from 'node:net';

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

/** What counts as one network: an IPv4 /24, or an IPv6 /64. Takes a client's key. */
export function networkKey(client: string): string {
  return client.replace(/^(\d+\.\d+\.\d+)\.\d+$/, '$1.0/24');
}

/** What counts as one client: an IPv4 address, or an IPv6 /64 network, the smallest a subscriber gets. */
export function clientKey(address: string): string {
  const plain = address
    .toLowerCase()
    .replace(/^::ffff:(?=\d+\.)/, '')
    .replace(/%.*$/, '');
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const groups = tail === undefined ? left : [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}
