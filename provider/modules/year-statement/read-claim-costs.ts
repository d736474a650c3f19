import { sql } from 'drizzle-orm';
import { mulDivFloor } from '../../../src/lib/amount.ts';
import type { Queryable } from '../../db/database.ts';

type Row = { transaction_id: string; purchase_id: string; claimed: string; paid: string; juf: string };

/**
 * What was paid for the JUF of each claim, in base units of USDT, by the claim's transaction: its share of what its purchases cost. The claims of a whole
 * purchase add up to its price.
 */
export async function readClaimCosts(database: Queryable, memberId: string): Promise<Map<string, bigint>> {
  const { rows } = await database.execute<Row>(sql`
    select claim.transaction_id, claim.purchase_id, claim.juf::text as claimed, purchase.paid_usdt::text as paid, purchase.juf::text as juf
      from treasury_purchase purchase join vesting_claim claim on claim.purchase_id = purchase.id
     where purchase.member_id = ${memberId}
     order by claim.created_at, claim.id`);
  const claimed = new Map<string, bigint>();
  const costs = new Map<string, bigint>();
  for (const row of rows) {
    const before = claimed.get(row.purchase_id) ?? 0n;
    const after = before + BigInt(row.claimed);
    claimed.set(row.purchase_id, after);
    const paidUntil = (amount: bigint): bigint => mulDivFloor(BigInt(row.paid), amount, BigInt(row.juf));
    costs.set(row.transaction_id, (costs.get(row.transaction_id) ?? 0n) + paidUntil(after) - paidUntil(before));
  }
  return costs;
}
