import type { Address } from 'viem';

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
