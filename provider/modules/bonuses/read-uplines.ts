import { sql } from 'drizzle-orm';
import type { Transaction } from '../../db/database.ts';
import type { Economy } from '../../economy.ts';
import { type HeldRole, heldRoles, type Role, roleOf } from '../roles/read-role.ts';

export interface Upline {
  memberId: string;
  role: Role;
  /** The late bindings between the buyer and this upline that can still be undone. */
  bindings: readonly LateBinding[];
}

export interface LateBinding {
  id: string;
  finalAt: Date;
}

type Row = { id: string; held: readonly HeldRole[]; binding_id: string | null; final_at_ms: string | null };

/**
 * Who earns from a member's purchase, nearest first. The late bindings in between are locked until the transaction ends; if one is being undone, the list
 * ends there. A binding counts until it's settled rather than until it's final, so that the outcome doesn't depend on two clocks.
 */
export async function readUplines(transaction: Transaction, economy: Economy, memberId: string, at: Date): Promise<Upline[]> {
  const moment = sql`${at.toISOString()}::timestamptz`;
  // One statement, so that referrer and binding are read consistently. Locking waits for concurrent undos and leaves out what they undid.
  const { rows } = await transaction.execute<Row>(sql`
    with recursive upline as (
      select id as below_id, referrer_id as id, 1 as level from member where id = ${memberId} and referrer_id is not null
      union all
      select above.id, above.referrer_id, upline.level + 1 from member above join upline on above.id = upline.id
       where above.referrer_id is not null and upline.level < ${economy.referral.levels}
    ), found as (
      select upline.level, upline.id, r.id as binding_id
        from upline left join referral_binding r on r.member_id = upline.below_id and r.undone_at is null and r.settled_at is null
    ), kept as (
      select id, final_at from referral_binding where id in (select binding_id from found) and undone_at is null order by id for share
    )
    select found.id, ${heldRoles(sql`found.id`, moment)} as held, found.binding_id, extract(epoch from kept.final_at) * 1000 as final_at_ms
      from found left join kept on kept.id = found.binding_id order by found.level`);
  const undoneAt = rows.findIndex(({ binding_id: id, final_at_ms: finalAt }) => id !== null && finalAt === null);
  const valid = undoneAt === -1 ? rows : rows.slice(0, undoneAt);
  return valid.map(({ id, held }, index) => ({
    memberId: id,
    role: roleOf(economy, held),
    bindings: valid
      .slice(0, index + 1)
      .flatMap(({ binding_id: binding, final_at_ms: ms }) =>
        binding === null || ms === null ? [] : [{ id: binding, finalAt: new Date(Number(ms)) }],
      ),
  }));
}
