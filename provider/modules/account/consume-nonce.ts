import { and, eq, gt, isNull } from 'drizzle-orm';
import type { Address } from 'viem';
import { Refusal } from '../../http/refusal.ts';
import type { Services } from '../../provider-services.ts';
import { signInNonce } from './schema.ts';
import { hashSecret } from '../../secrets.ts';
import type { IssuedNonce } from './sign-in-message.ts';

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
