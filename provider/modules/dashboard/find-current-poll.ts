import { and, desc, gt, lte } from 'drizzle-orm';
import type { Services } from '../../provider-services.ts';
import { poll } from './schema.ts';

/** The poll members can vote in now, if any; of several, the one that opened last. */
export async function findCurrentPoll({ database, clock }: Services): Promise<{ id: string; opensAt: Date } | null> {
  const now = clock();
  const [current] = await database
    .select({ id: poll.id, opensAt: poll.opensAt })
    .from(poll)
    .where(and(lte(poll.opensAt, now), gt(poll.endsAt, now)))
    .orderBy(desc(poll.opensAt), desc(poll.id))
    .limit(1);
  return current ?? null;
}
