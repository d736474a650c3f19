import { and, eq, gt, isNull } from 'drizzle-orm';
import type { DataOf } from '../../../src/lib/api/contract/define-call.ts';
import type { referralBinding as definition } from '../../../src/lib/api/contract/referral-binding.ts';
import type { Services } from '../../provider-services.ts';
import { member } from '../account/schema.ts';
import { referralBinding } from './schema.ts';

/** GET /profile/referralBinding */
export async function readReferralBinding({ database, clock }: Services, memberId: string): Promise<DataOf<typeof definition>> {
  const [found] = await database
    .select({ uid: member.uid, username: member.username, boundAt: referralBinding.boundAt, finalAt: referralBinding.finalAt })
    .from(referralBinding)
    .innerJoin(member, eq(member.id, referralBinding.referrerId))
    .where(
      and(
        eq(referralBinding.memberId, memberId),
        isNull(referralBinding.undoneAt),
        isNull(referralBinding.settledAt),
        gt(referralBinding.finalAt, clock()),
      ),
    );
  if (found === undefined) return { binding: null };
  const { uid, username, boundAt, finalAt } = found;
  return { binding: { referrer: { uid, username }, boundAt: boundAt.toISOString(), undoUntil: finalAt.toISOString() } };
}
