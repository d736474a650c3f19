import { and, eq, isNull } from 'drizzle-orm';
import { inTransaction } from '../../db/in-transaction.ts';
import { Refusal } from '../../http/refusal.ts';
import type { Services } from '../../provider-services.ts';
import { lockMember } from '../account/lock-member.ts';
import { member } from '../account/schema.ts';
import { lockReferrals } from './lock-referrals.ts';
import { referralBinding } from './schema.ts';

/**
 * POST /profile/undoReferBy. Any kind of session suffices: a stolen token gains nothing by it, since naming another referrer takes a signature, and the
 * member must be able to undo a thief's binding from wherever they are signed in. Held bonuses are cancelled through the binding they came by
 * (`earned-bonus.ts`). Waits for a purchase that is in progress.
 */
export async function undoReferBy({ database, clock }: Pick<Services, 'database' | 'clock'>, memberId: string): Promise<void> {
  await inTransaction(database, async (tx) => {
    await lockReferrals(tx);
    // Locked before the binding, in the same order as the member's own purchase.
    await lockMember(tx, memberId);
    const now = clock();
    const current = and(eq(referralBinding.memberId, memberId), isNull(referralBinding.undoneAt));
    const [binding] = await tx.select().from(referralBinding).where(current).for('no key update');
    if (binding === undefined) {
      const [self] = await tx.select({ referrerId: member.referrerId }).from(member).where(eq(member.id, memberId));
      throw new Refusal(self === undefined || self.referrerId === null ? 'NOTHING_TO_UNDO' : 'REFERRAL_FINAL');
    }
    if (binding.settledAt !== null || binding.finalAt <= now) throw new Refusal('REFERRAL_FINAL');
    await tx.update(referralBinding).set({ undoneAt: now }).where(eq(referralBinding.id, binding.id));
    await tx.update(member).set({ referrerId: null, referredAt: null }).where(eq(member.id, memberId));
  });
}
