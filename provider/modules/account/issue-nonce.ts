import { sql } from 'drizzle-orm';
import type { Address } from 'viem';
import { Refusal } from '../../http/refusal.ts';
import type { Services } from '../../provider-services.ts';
import { limitSignIn, slowAddress } from './limit-sign-in.ts';
import { signInNonce } from './schema.ts';
import { createNonce, hashSecret } from '../../secrets.ts';
import { composeSignInMessage } from './sign-in-message.ts';

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
