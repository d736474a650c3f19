import { and, inArray, isNull, sql } from 'drizzle-orm';
import type { Transaction } from '../../db/database.ts';
import { referralBinding } from '../profile/schema.ts';

export interface Upline {
  memberId: string;
  /** The late bindings between the buyer and this upline that can still be undone. */
  bindings: readonly LateBinding[];
}

export interface LateBinding {
  id: string;
  finalAt: Date;
}

type Row = { id: string; binding_id: string | null };

/**
 * Who earns from a member's purchase, nearest first. The late bindings in between are locked until the transaction ends; if one is being undone, the list
 * ends there. A binding counts until it's settled rather than until it's final, so that the outcome doesn't depend on two clocks.
 */
export async function readUplines(transaction: Transaction, memberId: string, levels: number): Promise<Upline[]> {
  // One statement, so that referrer and binding are read consistently.
  const { rows } = await transaction.execute<Row>(sql`
    with recursive upline as (
      select id as below_id, referrer_id as id, 1 as level from member where id = ${memberId} and referrer_id is not null
      union all
      select above.id, above.referrer_id, upline.level + 1 from member above join upline on above.id = upline.id
       where above.referrer_id is not null and upline.level < ${levels}
    )
    select upline.id, r.id as binding_id
      from upline left join referral_binding r on r.member_id = upline.below_id and r.undone_at is null and r.settled_at is null
     order by upline.level`);
  const kept = await keepBindings(
    transaction,
    rows.flatMap(({ binding_id: id }) => (id === null ? [] : [id])),
  );
  const undoneAt = rows.findIndex(({ binding_id: id }) => id !== null && !kept.has(id));
  const valid = undoneAt === -1 ? rows : rows.slice(0, undoneAt);
  return valid.map(({ id }, index) => ({
    memberId: id,
    bindings: valid.slice(0, index + 1).flatMap(({ binding_id: binding }) => (binding === null ? [] : (kept.get(binding) ?? []))),
  }));
}

/** Waits for concurrent undos and omits what they undid. */
async function keepBindings(transaction: Transaction, ids: string[]): Promise<ReadonlyMap<string, LateBinding>> {
  if (ids.length === 0) return new Map();
  const bindings = await transaction
    .select({ id: referralBinding.id, finalAt: referralBinding.finalAt })
    .from(referralBinding)
    .where(and(inArray(referralBinding.id, ids), isNull(referralBinding.undoneAt)))
    .orderBy(referralBinding.id)
    .for('share');
  return new Map(bindings.map((binding) => [binding.id, binding]));
}
