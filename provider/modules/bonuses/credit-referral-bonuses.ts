import { sql, type SQL } from 'drizzle-orm';
import { v7 } from 'uuid';
import { mulDivFloor } from '../../../src/lib/amount.ts';
import { BASIS_POINTS } from '../../../src/lib/basis-points.ts';
import type { Queryable, Transaction } from '../../db/database.ts';
import { allowanceLeft } from '../../economy-model/rates.ts';
import type { Economy } from '../../economy.ts';
import { type HeldRole, heldRoles, type Role, roleOf } from '../roles/read-role.ts';
import { bonusTotal, type SaleKind } from './schema.ts';

interface ReferralSale {
  buyerId: string;
  /** The amount paid in USDT base units, without premium. The rates apply to it. */
  base: bigint;
  kind: SaleKind;
  /** The purchase. */
  saleId: string;
  /** The transaction that paid for it and put its share into the bonus pool. */
  transactionId: string;
  now: Date;
  economy: Economy;
}

/**
 * Called by each sale after its share went to the bonus pool; what follows in its transaction keeps the uplines' totals locked, so let it be little. Records the sale, and credits three uplines at the rate
 * of their current roles, up to what each role can still earn; the rest stays in the pool. A bonus is held while a binding it came by can be undone. The
 * database refuses a sale whose bonuses exceed its share.
 */
export async function creditReferralBonuses(transaction: Transaction, sale: ReferralSale): Promise<void> {
  const { buyerId, base, now, economy } = sale;
  const uplines = await readUplines(transaction, economy, buyerId, now);
  const allowances = await lockBonusAllowances(
    transaction,
    uplines.map(({ memberId }) => memberId),
  );
  const bonuses = uplines.flatMap(({ memberId, role, bindings }, index) => {
    const rate = role.bonusRates[index] ?? 0;
    const amount = bonusWithin(mulDivFloor(base, BigInt(rate), BASIS_POINTS), allowances.get(memberId) ?? 0n);
    const id = v7({ msecs: now.getTime() });
    const heldUntil = bindings.length === 0 ? null : latest([now, ...bindings.map(({ finalAt }) => finalAt)]);
    return amount === 0n ? [] : [{ id, memberId, level: index + 1, rate, amount, heldUntil, bindings }];
  });
  await keepSale(transaction, sale, bonuses);
}

interface Bonus {
  id: string;
  memberId: string;
  level: number;
  rate: number;
  amount: bigint;
  heldUntil: Date | null;
  bindings: readonly LateBinding[];
}

async function keepSale({ $client: client }: Transaction, sale: ReferralSale, bonuses: readonly Bonus[]): Promise<void> {
  const holds = bonuses.flatMap(({ id, bindings }) => bindings.map((binding) => [id, binding.id] as const));
  await client.query({
    name: 'bonus_sale',
    text: `
      with sale as (
        insert into referral_sale (id, buyer_id, kind, base, transaction_id, created_at) values ($1, $2, $3, $4, $5, $6)
      ), earned as (
        insert into bonus (id, sale_id, member_id, kind, level, rate, amount, created_at, held_until)
        select b.id, $1, b.member_id, $3, b.level, b.rate, b.amount, $6, b.held_until
          from unnest($7::uuid[], $8::uuid[], $9::smallint[], $10::integer[], $11::numeric[], $12::timestamptz[]) b (id, member_id, level, rate, amount, held_until)
      )
      insert into bonus_hold (bonus_id, binding_id) select h.bonus_id, h.binding_id from unnest($13::uuid[], $14::uuid[]) h (bonus_id, binding_id)`,
    values: [
      sale.saleId,
      sale.buyerId,
      sale.kind,
      sale.base.toString(),
      sale.transactionId,
      sale.now.toISOString(),
      bonuses.map(({ id }) => id),
      bonuses.map(({ memberId }) => memberId),
      bonuses.map(({ level }) => level),
      bonuses.map(({ rate }) => rate),
      bonuses.map(({ amount }) => amount.toString()),
      bonuses.map(({ heldUntil }) => heldUntil?.toISOString() ?? null),
      holds.map(([bonusId]) => bonusId),
      holds.map(([, bindingId]) => bindingId),
    ],
  });
}

function bonusWithin(bonusUsdt: bigint, allowanceUsdt: bigint): bigint {
  return bonusUsdt < allowanceUsdt ? bonusUsdt : allowanceUsdt;
}

function latest(moments: readonly Date[]): Date {
  return new Date(Math.max(...moments.map((moment) => moment.getTime())));
}

interface Upline {
  memberId: string;
  role: Role;
  /** The late bindings between the buyer and this upline that can still be undone. */
  bindings: readonly LateBinding[];
}

interface LateBinding {
  id: string;
  finalAt: Date;
}

type Row = { id: string; held: readonly HeldRole[]; binding_id: string | null; final_at_ms: string | null };

/**
 * Who earns from a member's purchase, nearest first. The late bindings in between are locked until the transaction ends; if one is being undone, the list
 * ends there. A binding counts until it's settled rather than until it's final, so that the outcome doesn't depend on two clocks.
 */
async function readUplines(transaction: Transaction, economy: Economy, memberId: string, at: Date): Promise<Upline[]> {
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

/**
 * What each of these members can still earn in bonuses, in USDT base units. Locks these amounts until the transaction ends. Take these locks last:
 * otherwise a member's own purchase, which waits for ledger accounts, could deadlock with a sale.
 */
async function lockBonusAllowances(transaction: Transaction, memberIds: readonly string[]): Promise<ReadonlyMap<string, bigint>> {
  if (memberIds.length === 0) return new Map();
  // What is returned of a locked row is what earlier sales committed while we waited. A role bought meanwhile counts from the next sale on.
  const { rows } = await transaction.execute<{ id: string; earned: string; most: string }>(sql`
    insert into ${bonusTotal} as t (member_id, earned) select id, 0 from unnest(${sql.param(memberIds)}::uuid[]) id order by id
    on conflict (member_id) do update set earned = t.earned
    returning t.member_id as id, t.earned, ${mostBonuses(sql`t.member_id`)} as most`);
  return new Map(rows.map(({ id, earned, most }) => [id, allowanceLeft(BigInt(most), BigInt(earned))]));
}

/** The maximum of a member's bonuses in total, in USDT base units: the sum over all paid roles of the share each was sold with. */
function mostBonuses(memberId: SQL): SQL {
  return sql`coalesce((
    select div(sum(r.paid_usdt_base_units * bought.bonus_cap_rate), 10000)
      from member_role r join terms_role bought on bought.terms_number = coalesce(r.terms_number, 1) and bought.code = r.role_code
     where r.member_id = ${memberId} and r.paid_usdt_base_units > 0), 0)`;
}

export async function readMostBonuses(database: Queryable, memberId: string): Promise<bigint> {
  const { rows } = await database.execute<{ most: string }>(sql`select ${mostBonuses(sql`${memberId}::uuid`)} as most`);
  return BigInt(rows[0]?.most ?? '0');
}
