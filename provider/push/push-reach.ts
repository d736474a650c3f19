import { createECDH } from 'node:crypto';
import { lookup as lookUp } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { z } from 'zod';

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

const CURVE = 'prime256v1';

/** Their settings, shared by `npm start` and a stand-alone provider. */
export const pushSettings = {
  PUSH_PRIVATE_KEY: z
    .string()
    .refine((text) => publicKeyOf(text) !== null, 'must be a private key of P-256 in base64url: npx web-push generate-vapid-keys makes one')
    .optional(),
  PUSH_CONTACT: z
    .string()
    .regex(/^(mailto:[^\s@<>]+@[^\s@<>]+|https:\/\/[^\s<>]+)$/, 'must be mailto: and an email address, or an https address')
    .refine((text) => URL.canParse(text), 'must be an address that can be read')
    .optional(),
  PUSH_SERVICES: z
    .string()
    .transform((text) => text.split(/[\s,]+/).filter((part) => part !== ''))
    .refine(
      (services) => services.every(isPushService),
      'must be host names such as push.example or *.push.example, or origins such as https://push.example:8443, parted by blanks or commas',
    )
    .optional(),
};

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

/** The operator's identity for push services (VAPID, RFC 8292). */
export interface PushKeys {
  /** Base64url, as browsers take it. */
  publicKey: string;
  privateKey: string;
  /** Contact for push services if something is wrong. */
  contact: string;
}

interface RawPush {
  PUSH_PRIVATE_KEY?: string | undefined;
  PUSH_CONTACT?: string | undefined;
}

/** Undefined where notifications aren't offered. */
export function resolvePushKeys({ PUSH_PRIVATE_KEY: privateKey, PUSH_CONTACT: contact }: RawPush): PushKeys | undefined {
  if (privateKey === undefined || contact === undefined) return undefined;
  const publicKey = publicKeyOf(privateKey);
  return publicKey === null ? undefined : { publicKey, privateKey, contact };
}

export function pushProblems({ PUSH_PRIVATE_KEY: key, PUSH_CONTACT: contact }: RawPush): string[] {
  return key !== undefined && contact === undefined ? ['PUSH_CONTACT is needed with PUSH_PRIVATE_KEY: whom a push service writes to.'] : [];
}

function publicKeyOf(privateKey: string): string | null {
  if (!/^[A-Za-z0-9_-]{43}$/.test(privateKey)) return null;
  const pair = createECDH(CURVE);
  try {
    pair.setPrivateKey(privateKey, 'base64url');
  } catch {
    // Zero, or more than the curve's order.
    return null;
  }
  return pair.getPublicKey('base64url');
}
