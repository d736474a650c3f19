import { and, eq, lt } from 'drizzle-orm';
import { claimableJuf } from '../../../src/lib/vesting-accrual.ts';
import type { Queryable } from '../../db/database.ts';
import { treasuryPurchase } from '../treasury/schema.ts';

/** What a member's purchases still owe: in total, and the part that can be claimed now. */
export async function readVesting(database: Queryable, memberId: string, now: Date): Promise<{ owedJuf: bigint; claimableJuf: bigint }> {
  const purchases = await database
    .select()
    .from(treasuryPurchase)
    .where(and(eq(treasuryPurchase.memberId, memberId), lt(treasuryPurchase.claimedJuf, treasuryPurchase.juf)));
  return purchases.reduce(
    (sum, purchase) => ({
      owedJuf: sum.owedJuf + purchase.juf - purchase.claimedJuf,
      claimableJuf: sum.claimableJuf + claimableJuf(purchase, now),
    }),
    { owedJuf: 0n, claimableJuf: 0n },
  );
}
