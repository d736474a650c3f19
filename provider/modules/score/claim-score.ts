import type { contract } from '../../../src/lib/api/contract/contract.ts';
import type { DataOf } from '../../../src/lib/api/contract/define-call.ts';
import type { Transaction } from '../../db/database.ts';
import { Refusal } from '../../http/refusal.ts';
import type { Services } from '../../provider-services.ts';
import { lockMember } from '../account/lock-member.ts';
import { addPoints, notBefore, readLastPoints } from './add-points.ts';
import { readStreak } from './read-streak.ts';
import { scoreClaim } from './schema.ts';
import { startOfNextDay, utcDay } from '../../utc-day.ts';

/** POST /sales/juScore/claim: once per UTC day, more for each consecutive day. */
export async function claimScore(
  transaction: Transaction,
  { economy, clock }: Pick<Services, 'economy' | 'clock'>,
  memberId: string,
): Promise<DataOf<(typeof contract)['juScoreClaim']>> {
  await lockMember(transaction, memberId);
  // After the lock: a request that waited past midnight claims for the new day.
  const now = notBefore(await readLastPoints(transaction, memberId), clock());
  const { days, claimable } = await readStreak(transaction, economy, memberId, now);
  const nextClaimAt = startOfNextDay(now).toISOString();
  if (claimable === 0) throw new Refusal('NOTHING_TO_CLAIM', { detail: { nextAt: nextClaimAt } });
  const { entryId, score, createdAt } = await addPoints(transaction, { memberId, kind: 'CLAIM', points: claimable, now });
  const streak = days + 1;
  await transaction.insert(scoreClaim).values({ memberId, day: utcDay(now), entryId, streak });
  return { claimed: claimable, score: Number(score), streak, nextClaimAt, receipt: { id: entryId, createdAt: createdAt.toISOString() } };
}
