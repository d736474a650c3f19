import { sql } from 'drizzle-orm';
import type { Transaction } from '../../db/database.ts';
import { allowanceLeft } from '../../economy-model/bonus-allowance.ts';
import { mostBonuses } from './most-bonuses.ts';
import { bonusTotal } from './schema.ts';

/**
 * What each of these members can still earn in bonuses, in USDT base units. Locks these amounts until the transaction ends. Take these locks last:
 * otherwise a member's own purchase, which waits for ledger accounts, could deadlock with a sale.
 */
export async function lockBonusAllowances(transaction: Transaction, memberIds: readonly string[]): Promise<ReadonlyMap<string, bigint>> {
  if (memberIds.length === 0) return new Map();
  // What is returned of a locked row is what earlier sales committed while we waited. A role bought meanwhile counts from the next sale on.
  const { rows } = await transaction.execute<{ id: string; earned: string; most: string }>(sql`
    insert into ${bonusTotal} as t (member_id, earned) select id, 0 from unnest(${sql.param(memberIds)}::uuid[]) id order by id
    on conflict (member_id) do update set earned = t.earned
    returning t.member_id as id, t.earned, ${mostBonuses(sql`t.member_id`)} as most`);
  return new Map(rows.map(({ id, earned, most }) => [id, allowanceLeft(BigInt(most), BigInt(earned))]));
}
