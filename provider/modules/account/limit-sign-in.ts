import { type Address } from 'viem';
import { clientKey } from '../../http/client-key.ts';
import { Refusal } from '../../http/refusal.ts';
import { type Services } from '../../provider-services.ts';
import { ATTEMPT_WINDOW_MS, countAttempt } from './count-attempt.ts';

/** Refuses a client that signs in too often. Both calls of a sign-in count on their own, so each may be made as often as the limit says. */
export async function limitSignIn(services: Services, call: 'NONCE' | 'AUTHENTICATE', clientAddress: string): Promise<void> {
  const count = await countAttempt(services, call, clientKey(clientAddress));
  if (count <= services.limits.signInsPerClient) return;
  const leftMs = ATTEMPT_WINDOW_MS - (services.clock().getTime() % ATTEMPT_WINDOW_MS);
  throw new Refusal('TOO_MANY_REQUESTS', { headers: { 'retry-after': String(Math.ceil(leftMs / 1_000)) } });
}

/** Slows those who ask for one address again and again. It is never refused: anybody could lock its owner out. */
export async function slowAddress(services: Services, address: Address): Promise<void> {
  const count = await countAttempt(services, 'ADDRESS', address);
  const excess = count - services.limits.signInsPerAddress;
  if (excess > 0) await services.pause(Math.min(excess * 50, services.limits.longestPauseMs));
}
