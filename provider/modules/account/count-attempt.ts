import { sql } from 'drizzle-orm';
import type { Address } from 'viem';
import { networkKey } from '../../http/client-address.ts';
import { Refusal } from '../../http/refusal.ts';
import type { Services } from '../../provider-services.ts';
import { attempt } from './schema.ts';

/** Refuses a client that signs in too often. The two calls of a sign-in are counted separately, so each may be made up to the limit. */
export async function limitSignIn(services: Services, call: 'NONCE' | 'AUTHENTICATE', client: string): Promise<void> {
  if ((await countAttempt(services, call, client)) > services.limits.signInsPerClient) throw tooMany(services);
}

/** Refuses new members while too many join: per network, and in all, since addresses of other networks are cheap too. */
export async function limitSignUp(services: Services, client: string): Promise<void> {
  const { signUpsPerNetwork, signUpsOverall } = services.limits;
  if ((await countAttempt(services, 'SIGN_UP', networkKey(client))) > signUpsPerNetwork) throw tooMany(services);
  if ((await countAttempt(services, 'SIGN_UP', 'ALL')) > signUpsOverall) throw tooMany(services);
}

export function tooMany({ clock }: Services): Refusal {
  const leftMs = WINDOW_MS - (clock().getTime() % WINDOW_MS);
  return new Refusal('TOO_MANY_REQUESTS', { headers: { 'retry-after': String(Math.ceil(leftMs / 1_000)) } });
}

/** Delays repeated requests for one address. It never refuses them: anybody could lock the owner out. */
export async function slowAddress(services: Services, address: Address): Promise<void> {
  const count = await countAttempt(services, 'ADDRESS', address);
  const excess = count - services.limits.signInsPerAddress;
  if (excess > 0) await services.pause(Math.min(excess * 50, services.limits.longestPauseMs));
}

const WINDOW_MS = 60_000;

export function attemptWindow({ clock }: Pick<Services, 'clock'>): Date {
  return new Date(Math.floor(clock().getTime() / WINDOW_MS) * WINDOW_MS);
}

/** Counts an attempt of the subject within the current minute, across all processes, and returns the count. */
export async function countAttempt(services: Services, kind: string, subject: string): Promise<number> {
  const windowStart = attemptWindow(services);
  const [counted] = await services.database
    .insert(attempt)
    .values({ kind, subject, windowStart, count: 1 })
    .onConflictDoUpdate({ target: [attempt.kind, attempt.subject, attempt.windowStart], set: { count: sql`${attempt.count} + 1` } })
    .returning({ count: attempt.count });
  if (counted === undefined) throw new Error('an upsert returned no row');
  // The first attempt of a minute deletes the rows of earlier minutes.
  if (counted.count === 1) await forgetAttempts(services.database, windowStart);
  return counted.count;
}

async function forgetAttempts(database: Services['database'], before: Date): Promise<void> {
  await database.execute(
    sql`delete from attempt where ctid in (select ctid from attempt where window_start < ${before.toISOString()} limit 200 for update skip locked)`,
  );
}
