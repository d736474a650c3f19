import { getAddress, isAddress } from 'viem';
import { z } from 'zod';

import { readDatabaseAddress } from '../provider/db/database-address.ts';

/** A `PORT` of 0 would differ on each start, but the site's address is baked. */
export const port = wholeNumber(1, 65_535);

export function wholeNumber(from: number, to: number) {
  const message = `must be a whole number from ${from} to ${to}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .refine((value) => value >= from && value <= to, message);
}

export const origin = z
  .string()
  .refine((text) => isOrigin(text), 'must be an http or https origin without a path, such as https://example.org')
  .transform((text) => new URL(text).origin);

export const httpUrl = webAddress(['http:', 'https:'], 'must be an http or https address');

/** A contact address. */
export const contactUrl = z.union(
  [httpUrl, z.string().regex(/^mailto:[^@\s]+@[^@\s]+$/)],
  'must be mailto: and an email address, or an http or https address',
);

export const webSocketUrl = webAddress(['ws:', 'wss:'], 'must be a ws or wss address');

/** A link into an app, with any scheme except those that a browser would run as a script. */
export const appLink = z
  .string()
  .refine(
    (text) => text.includes('{url}') && URL.canParse(text) && !/^(javascript|data|vbscript|blob|file):/i.test(text),
    'must be a link into an app, with {url} where the address of the page belongs',
  );

export const originList = z
  .string()
  .transform((text) => text.split(/[\s,]+/).filter((part) => part !== ''))
  .refine((list) => list.every(isOrigin), 'must be origins such as https://example.org, parted by blanks or commas')
  .transform((list) => list.map((text) => new URL(text).origin));

/** viem's `getAddress` doesn't verify an existing checksum; `isAddress` does (EIP-55). */
export const address = z
  .string()
  .refine((text) => isAddress(text), 'must be an address of 0x and 40 hex digits, with a right checksum where letters are mixed')
  .transform((text) => getAddress(text));

export const metricsToken = z.string().regex(/^[\x21-\x7e]{16,}$/, 'must be 16 characters or more, without blanks');

export const databaseUrl = z
  .string()
  .refine((text) => readDatabaseAddress(text) !== null, 'must look like postgres://user:password@host:5432/name');

function webAddress(protocols: readonly string[], message: string) {
  return z
    .string()
    .refine((text) => isUrlOf(text, protocols), message)
    .transform((text) => text.replace(/\/+$/, ''));
}

function isOrigin(text: string): boolean {
  if (!isUrlOf(text, ['http:', 'https:'])) return false;
  const { pathname, search, hash, username, password } = new URL(text);
  return pathname === '/' && `${search}${hash}${username}${password}` === '';
}

function isUrlOf(text: string, protocols: readonly string[]): boolean {
  return URL.canParse(text) && protocols.includes(new URL(text).protocol) && new URL(text).hostname !== '';
}
