import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Address } from 'viem';
import { Refusal } from '../../http/refusal.ts';
import type { Services } from '../../provider-services.ts';
import { createNonce, hashSecret } from '../../secrets.ts';
import { limitSignIn, slowAddress } from './count-attempt.ts';
import { signInNonce } from './schema.ts';
import { composeSignInMessage, type IssuedNonce } from './sign-in-message.ts';

const NONCE_LIFETIME_MS = 5 * 60_000;

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
