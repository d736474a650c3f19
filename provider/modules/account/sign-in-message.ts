import { SiweMessage } from '@signinwithethereum/siwe';
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Address } from 'viem';
import { Refusal } from '../../http/refusal.ts';
import type { Services } from '../../provider-services.ts';
import { createNonce, hashSecret } from '../../secrets.ts';
import { limitSignIn, slowAddress } from './count-attempt.ts';
import { signInNonce } from './schema.ts';

/** The site that members sign in to. From configuration; the Host header is never trusted. */
export interface SignInSite {
  /** Precedes the domain, with `://`, unless it's https, which EIP-4361 assumes by default. */
  scheme: string | undefined;
  domain: string;
  uri: string;
  chainId: number;
}

interface IssuedNonce {
  address: Address;
  nonce: string;
  issuedAt: Date;
  expiresAt: Date;
}

/** EIP-4361 allows only ASCII in a statement, so it can't be translated; the site's modal shows it in the member's language. */
const SIGN_IN_STATEMENT = 'Sign in to JuFi. This costs nothing and moves no funds.';

const NONCE_LIFETIME_MS = 5 * 60_000;

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

/** GET /account/nonce */
export async function issueNonce(
  services: Services,
  query: { address: Address; chainId?: number | undefined },
  client: string,
): Promise<{ nonce: string; message: string; expiresAt: string }> {
  const { clock, database, site } = services;
  await limitSignIn(services, 'NONCE', client);
  if (query.chainId !== undefined && query.chainId !== site.chainId) throw new Refusal('CHAIN_MISMATCH');
  await slowAddress(services, query.address);
  const issuedAt = clock();
  const expiresAt = new Date(issuedAt.getTime() + NONCE_LIFETIME_MS);
  const nonce = createNonce();
  await database.insert(signInNonce).values({ nonceHash: hashSecret(nonce), address: query.address, issuedAt, expiresAt });
  await forgetOldNonces(database, issuedAt);
  const message = composeSignInMessage(site, { address: query.address, nonce, issuedAt, expiresAt });
  return { nonce, message, expiresAt: expiresAt.toISOString() };
}

/** An hour suffices to tell an expired nonce from an unknown one. Each new nonce deletes a few old ones, so the table stays small. */
async function forgetOldNonces(database: Services['database'], now: Date): Promise<void> {
  const anHourAgo = new Date(now.getTime() - 3_600_000).toISOString();
  await database.execute(
    sql`delete from sign_in_nonce where nonce_hash in (select nonce_hash from sign_in_nonce where expires_at < ${anHourAgo} limit 10 for update skip locked)`,
  );
}

/**
 * Consumes a nonce. One conditional UPDATE decides, so only one of several concurrent sign-ins with the same nonce proceeds. It commits before the
 * signature is verified, so each nonce allows one attempt, valid or not.
 */
export async function consumeNonce({ database, clock }: Services, nonce: string, address: Address): Promise<IssuedNonce> {
  const now = clock();
  const isMine = and(eq(signInNonce.nonceHash, hashSecret(nonce)), eq(signInNonce.address, address), isNull(signInNonce.consumedAt));
  const [consumed] = await database
    .update(signInNonce)
    .set({ consumedAt: now })
    .where(and(isMine, gt(signInNonce.expiresAt, now)))
    .returning();
  if (consumed !== undefined) return { address, nonce, issuedAt: consumed.issuedAt, expiresAt: consumed.expiresAt };
  const [expired] = await database.select({ expiresAt: signInNonce.expiresAt }).from(signInNonce).where(isMine);
  throw new Refusal(expired !== undefined && expired.expiresAt <= now ? 'NONCE_EXPIRED' : 'NONCE_UNKNOWN');
}
