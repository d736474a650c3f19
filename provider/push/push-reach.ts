import { lookup as lookUp } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Which addresses a subscription may name: the subscriber chooses the address, and this server calls it. */
export interface PushReach {
  /** Judges the address itself, before any request to it. */
  allows: (endpoint: URL) => boolean;
  /** Finds the host's addresses for the connection itself, so that a name can't point elsewhere between a check and the call. */
  lookup: LookupFunction | undefined;
}

/** Those of the browsers: Chromium and its kin, Firefox, Safari, Edge. */
const BROWSERS_SERVICES = ['fcm.googleapis.com', '*.push.services.mozilla.com', '*.push.apple.com', '*.notify.windows.com'];
const SERVICE = /^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z][a-z0-9-]*[a-z0-9]$/;

/**
 * The push services of the browsers, and the operator's own: host names on the public network, all names below one as `*.push.example`, or origins such as
 * `http://10.0.0.5:8080`, which are called wherever they point to.
 */
export function createPushReach(operatorsOwn: readonly string[] = []): PushReach {
  const origins = new Set(operatorsOwn.filter((service) => !SERVICE.test(service)));
  const trusted = new Set([...origins].map((origin) => new URL(origin).hostname));
  const hosts = [...BROWSERS_SERVICES, ...operatorsOwn.filter((service) => SERVICE.test(service))];
  const isNamed = (hostname: string): boolean =>
    hosts.some((host) => (host.startsWith('*') ? hostname.endsWith(host.slice(1)) : hostname === host));
  return {
    allows: ({ origin, protocol, port, hostname, username, password, hash }) =>
      username === '' &&
      password === '' &&
      hash === '' &&
      (origins.has(origin) || (protocol === 'https:' && port === '' && SERVICE.test(hostname) && isNamed(hostname))),
    lookup: (hostname, options, callback) => (trusted.has(hostname) ? lookUp : lookUpPublic)(hostname, options, callback),
  };
}

/** Whether a text can name a push service: a host, all hosts below one that isn't a top-level domain, or an origin. */
export function isPushService(text: string): boolean {
  if (SERVICE.test(text)) return !text.startsWith('*.') || text.split('.').length > 2;
  const url = URL.parse(text);
  return url !== null && ['http:', 'https:'].includes(url.protocol) && url.origin === text;
}

const lookUpPublic: LookupFunction = (hostname, options, callback) => {
  lookUp(hostname, { ...options, all: true }, (error, found) => {
    if (error !== null) {
      callback(error, []);
      return;
    }
    const [first] = found;
    if (first === undefined || !found.every(({ address }) => isPublicAddress(address)))
      callback(new PrivateAddress(`${hostname} is not on the public network`), []);
    else if (options.all === true) callback(null, found);
    else callback(null, first.address, first.family);
  });
};

export class PrivateAddress extends Error {
  override readonly name = 'PrivateAddress';
  readonly code = 'PRIVATE_ADDRESS';
}

/** Whether an IP address is one of the public network. By the registries of special-purpose addresses (RFC 6890). */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !special.check(address, 'ipv4');
  return isIP(address) === 6 && global.check(address, 'ipv6') && !special.check(address, 'ipv6');
}

const special = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // Azure's virtual machines ask their host here, by an address of the public network.
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  special.addSubnet(net, bits, 'ipv4');
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  // 6to4 holds an IPv4 address of anybody's choice.
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  special.addSubnet(net, bits, 'ipv6');

const global = new BlockList();
global.addSubnet('2000::', 3, 'ipv6');
