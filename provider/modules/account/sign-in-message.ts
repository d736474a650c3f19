import { SiweMessage } from '@signinwithethereum/siwe';
import type { Address } from 'viem';
import { Refusal } from '../../http/refusal.ts';

/** The site that members sign in to. From configuration; the Host header is never trusted. */
export interface SignInSite {
  /** Precedes the domain, with `://`, unless it's https, which EIP-4361 assumes by default. */
  scheme: string | undefined;
  domain: string;
  uri: string;
  chainId: number;
}

export interface IssuedNonce {
  address: Address;
  nonce: string;
  issuedAt: Date;
  expiresAt: Date;
}

/** EIP-4361 allows only ASCII in a statement, so it can't be translated; the site's modal shows it in the member's language. */
const SIGN_IN_STATEMENT = 'Sign in to JuFi. This costs nothing and moves no funds.';

/** The text a wallet shows and signs (EIP-4361, "Message Format"). */
export function composeSignInMessage(site: SignInSite, issued: IssuedNonce): string {
  const origin = site.scheme === undefined ? site.domain : `${site.scheme}://${site.domain}`;
  return [
    `${origin} wants you to sign in with your Ethereum account:`,
    issued.address,
    '',
    SIGN_IN_STATEMENT,
    '',
    `URI: ${site.uri}`,
    'Version: 1',
    `Chain ID: ${site.chainId}`,
    `Nonce: ${issued.nonce}`,
    `Issued At: ${issued.issuedAt.toISOString()}`,
    `Expiration Time: ${issued.expiresAt.toISOString()}`,
  ].join('\n');
}

export function signInSite(siteUrl: string, chainId: number): SignInSite {
  const url = new URL(siteUrl);
  const scheme = url.protocol.slice(0, -1);
  return { scheme: scheme === 'https' ? undefined : scheme, domain: url.host, uri: url.origin, chainId };
}

const MAX_BYTES = 4_096;

/**
 * Parses a signed message by the EIP-4361 grammar and checks everything that can be checked without the nonce: site, chain and address. Returns its nonce.
 */
export function readSignInMessage(text: string, site: SignInSite, address: Address): { nonce: string } {
  if (Buffer.byteLength(text) > MAX_BYTES) throw new Refusal('MESSAGE_INVALID');
  const message = parse(text);
  // A warning means an address without checksum, which an issued message never has. The parser also warns about the one address in some two thousand
  // whose checksum has letters of one case only, so the line itself is compared.
  if (message === null || (message.warnings.length > 0 && text.split('\n')[1] !== address)) throw new Refusal('MESSAGE_INVALID');
  if (message.domain !== site.domain || message.scheme !== site.scheme || message.uri !== site.uri) throw new Refusal('DOMAIN_MISMATCH');
  if (message.chainId !== site.chainId) throw new Refusal('CHAIN_MISMATCH');
  if (message.version !== '1' || message.address !== address) throw new Refusal('MESSAGE_INVALID');
  return { nonce: message.nonce };
}

function parse(text: string): SiweMessage | null {
  try {
    return new SiweMessage(text);
  } catch {
    // The parser's reasons concern its grammar; the caller only learns that this isn't a sign-in message.
    return null;
  }
}
