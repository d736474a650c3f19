import { lookup as lookUp } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Which addresses a subscription may name: the subscriber chooses the address, and this server calls it. */
export interface PushReach {
  /** Judges the address itself, before any request to it. */
  allows: (endpoint: URL) => boolean;
  /** Finds the host's addresses for the connection itself, so that a name can't point elsewhere between a check and the call. */
  lookup: LookupFunction | undefined;
}

/** Push services are on the public network, by https on its own port, and have names. */
export const publicReach: PushReach = {
  allows: ({ protocol, port, hostname, username, password, hash }) =>
    protocol === 'https:' &&
    port === '' &&
    username === '' &&
    password === '' &&
    hash === '' &&
    isIP(hostname.replace(/^\[|\]$/g, '')) === 0 &&
    /^(?=.{4,253}$)[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z][a-z0-9-]*[a-z0-9]$/.test(hostname) &&
    !/(^|\.)(localhost|local|internal|lan|home|corp|arpa|test|example|invalid)$/.test(hostname),
  lookup: (hostname, options, callback) => {
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
  },
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
