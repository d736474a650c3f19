import { and, asc, eq, lt, sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import type { contract } from '../../../src/lib/api/contract/contract.ts';
import type { SentDataOf } from '../../../src/lib/api/contract/define-call.ts';
import { claimableJuf } from '../../../src/lib/vesting-accrual.ts';
import type { Queryable, Transaction } from '../../db/database.ts';
import { Refusal } from '../../http/refusal.ts';
import { memberAccount, promiseAccount } from '../../ledger/account.ts';
import type { Entry } from '../../ledger/plan-postings.ts';
import type { Services } from '../../provider-services.ts';
import { inTokens } from '../../token-amounts.ts';
import { shrinkCover } from '../insurance/settle-due-insurances.ts';
import { treasuryPurchase, type TreasuryPurchase } from '../treasury/schema.ts';
import { postPayment } from '../wallet/post-payment.ts';
import { vestingClaim } from './schema.ts';

/** POST /staking/claimJuf: what has vested of one purchase or of all. */
export async function claimJuf(
  transaction: Transaction,
  { clock }: Pick<Services, 'clock'>,
  memberId: string,
  purchaseId: string | undefined,
): Promise<SentDataOf<(typeof contract)['claimJuf']>> {
  const now = clock();
  const purchases = await lockPurchases(transaction, memberId, purchaseId);
  const due = purchases
    .map((purchase) => ({ purchase, juf: claimableJuf(purchase, now) }))
    .filter(({ juf }) => juf > 0n)
    // As many as fit into one ledger transaction; the next claim brings the rest.
    .slice(0, MOST_AT_ONCE);
  const claimed = due.reduce((sum, { juf }) => sum + juf, 0n);
  if (claimed === 0n) throw new Refusal('NOTHING_TO_CLAIM');

  const shrunk = await shrinkCover(transaction, new Map(due.map(({ purchase, juf }) => [purchase.id, juf])), now);
  const transactionId = v7({ msecs: now.getTime() });
  const entries: Entry[] = [
    ...due.map(({ purchase, juf }): Entry => ({ account: promiseAccount('VESTING', purchase.id), token: 'JUF', amountBaseUnits: -juf })),
    { account: memberAccount('AVAILABLE', memberId), token: 'JUF', amountBaseUnits: claimed },
    ...shrunk.entries,
  ];
  const row = await postPayment(
    transaction,
    { id: transactionId, kind: 'VESTING_CLAIM', occurredAt: now, entries },
    { memberId, token: 'JUF' },
  );
  await shrunk.keep();
  for (const { purchase, juf } of due) {
    await transaction
      .update(treasuryPurchase)
      .set({ claimedJuf: purchase.claimedJuf + juf })
      .where(eq(treasuryPurchase.id, purchase.id));
  }
  await transaction
    .insert(vestingClaim)
    .values(
      due.map(({ purchase, juf }) => ({ id: v7({ msecs: now.getTime() }), purchaseId: purchase.id, transactionId, juf, createdAt: now })),
    );
  return { claimed: inTokens(claimed, 'JUF'), transaction: row };
}

const MOST_AT_ONCE = 500;

/** The member's purchases that still owe something, or the requested one, locked until the transaction ends. */
async function lockPurchases(transaction: Transaction, memberId: string, purchaseId: string | undefined): Promise<TreasuryPurchase[]> {
  const wanted = purchaseId === undefined ? lt(treasuryPurchase.claimedJuf, treasuryPurchase.juf) : eq(treasuryPurchase.id, purchaseId);
  const purchases = await transaction
    .select()
    .from(treasuryPurchase)
    .where(and(eq(treasuryPurchase.memberId, memberId), wanted))
    .orderBy(asc(treasuryPurchase.id))
    .for('update');
  if (purchaseId !== undefined && purchases.length === 0) throw new Refusal('PURCHASE_UNKNOWN');
  return purchases;
}

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

/** The JUF a member's purchases still owed at the end of each of the moments, in base units; in the order of the moments. */
export async function owedJufAt(database: Queryable, memberId: string, moments: readonly Date[]): Promise<bigint[]> {
  const { rows } = await database.execute<{ owed: string }>(sql`
    with moved as (
      select purchase.created_at as at, purchase.juf::numeric as juf from treasury_purchase purchase where purchase.member_id = ${memberId}
      union all
      select claim.created_at, -claim.juf::numeric
        from vesting_claim claim join treasury_purchase purchase on purchase.id = claim.purchase_id where purchase.member_id = ${memberId}
    )
    select coalesce(sum(moved.juf), 0)::text as owed
      from unnest(${sql.param(moments.map((at) => at.toISOString()))}::timestamptz[]) with ordinality asked (at, place)
      left join moved on moved.at <= asked.at
     group by asked.place order by asked.place`);
  return rows.map(({ owed }) => BigInt(owed));
}
