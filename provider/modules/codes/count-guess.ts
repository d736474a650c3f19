import { and, eq, sql } from 'drizzle-orm';
import { Refusal } from '../../http/refusal.ts';
import type { Services } from '../../provider-services.ts';
import { ATTEMPT_WINDOW_MS, countAttempt } from '../account/count-attempt.ts';
import { attempt } from '../account/schema.ts';

export interface Guesser {
  memberId: string;
  client: string;
}

/**
 * Counts a well-formed code before it's looked up, so that concurrent guesses are all counted; `forgiveGuess` removes the count if the code exists. Limited
 * per minute both by member and by client, since accounts cost nothing.
 */
export async function countGuess(services: Services, { memberId, client }: Guesser): Promise<void> {
  const { limits, clock } = services;
  const ofMember = await countAttempt(services, 'CODE', memberId);
  const ofClient = await countAttempt(services, 'CODE', client);
  if (ofMember <= limits.codeGuessesPerMember && ofClient <= limits.codeGuessesPerClient) return;
  const leftMs = ATTEMPT_WINDOW_MS - (clock().getTime() % ATTEMPT_WINDOW_MS);
  throw new Refusal('TOO_MANY_REQUESTS', { headers: { 'retry-after': String(Math.ceil(leftMs / 1_000)) } });
}

export async function forgiveGuess({ database, clock }: Services, { memberId, client }: Guesser): Promise<void> {
  const windowStart = new Date(Math.floor(clock().getTime() / ATTEMPT_WINDOW_MS) * ATTEMPT_WINDOW_MS);
  for (const subject of [memberId, client]) {
    await database
      .update(attempt)
      .set({ count: sql`greatest(${attempt.count} - 1, 0)` })
      .where(and(eq(attempt.kind, 'CODE'), eq(attempt.subject, subject), eq(attempt.windowStart, windowStart)));
  }
}
