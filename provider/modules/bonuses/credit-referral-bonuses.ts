import { sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import { mulDivFloor } from '../../../src/lib/amount.ts';
import { type Transaction } from '../../db/database.ts';
import { type Economy } from '../../economy.ts';
import { lowestRole, readRoles } from '../roles/read-role.ts';
<<<<<<< HEAD
import { lockBonusAllowances } from './lock-bonus-allowances.ts';
import { bonus, referralSale, type SaleKind } from './schema.ts';
=======
import { bonus, bonusHold, referralSale, type SaleKind } from './schema.ts';
>>>>>>> 0bd8db3 (Hold the bonuses of a late binding for a day, take a wallet's recent sign-in for it, and make login links good for one session)

export interface ReferralSale {
  buyerId: string;
  /** What was paid in USDT base units, without premium: what the rates are taken of. */
  base: bigint;
  kind: SaleKind;
  /** The purchase. */
  saleId: string;
  /** What paid for it, and put its share into the bonus pool. */
  transactionId: string;
  now: Date;
  economy: Economy;
}

/**
<<<<<<< HEAD
 * Called by each sale as the last step of its own transaction, after its share has gone to the bonus pool: records the sale and credits three uplines at
 * the rate of the role each has at this moment, as far as that role can still earn; the rest stays in the pool. The database refuses the sale if its
 * bonuses were more than its share.
=======
 * Called by each sale in its own transaction, after its share has gone to the bonus pool: writes the sale down and credits three uplines at the rate
 * of the role each has at this moment. A bonus that came by a binding which can still be undone is held. The database refuses the sale if its bonuses
 * were more than its share.
>>>>>>> 0bd8db3 (Hold the bonuses of a late binding for a day, take a wallet's recent sign-in for it, and make login links good for one session)
 */
export async function creditReferralBonuses(transaction: Transaction, sale: ReferralSale): Promise<void> {
  const { buyerId, base, kind, saleId, transactionId, now, economy } = sale;
  await transaction.insert(referralSale).values({ id: saleId, buyerId, kind, base, transactionId, createdAt: now });
  const uplines = await readUplines(transaction, buyerId, economy.referral.levels);
<<<<<<< HEAD
  const roles = await readRoles(transaction, economy, uplines, now);
  const allowances = await lockBonusAllowances(transaction, economy, uplines);
  const bonuses = uplines.flatMap((memberId, index) => {
=======
  const roles = await readRoles(
    transaction,
    economy,
    uplines.map(({ memberId }) => memberId),
    now,
  );
  const bonuses = uplines.flatMap(({ memberId, bindings }, index) => {
>>>>>>> 0bd8db3 (Hold the bonuses of a late binding for a day, take a wallet's recent sign-in for it, and make login links good for one session)
    const rate = (roles.get(memberId) ?? lowestRole(economy)).bonusRates[index] ?? 0;
    const amount = bonusWithin(mulDivFloor(base, BigInt(rate), 10_000n), allowances.get(memberId) ?? 0n);
    const id = v7({ msecs: now.getTime() });
    const heldUntil = bindings.length === 0 ? null : latest([now, ...bindings.map(({ finalAt }) => finalAt)]);
    return amount === 0n ? [] : [{ id, saleId, memberId, kind, level: index + 1, rate, amount, createdAt: now, heldUntil, bindings }];
  });
  if (bonuses.length === 0) return;
  await transaction.insert(bonus).values(bonuses);
  const holds = bonuses.flatMap(({ id, bindings }) => bindings.map((binding) => ({ bonusId: id, bindingId: binding.id })));
  if (holds.length > 0) await transaction.insert(bonusHold).values(holds);
}

<<<<<<< HEAD
function bonusWithin(bonusUsdt: bigint, allowanceUsdt: bigint): bigint {
  return bonusUsdt < allowanceUsdt ? bonusUsdt : allowanceUsdt;
}

/** From the nearest up. */
async function readUplines(transaction: Transaction, memberId: string, levels: number): Promise<string[]> {
  const { rows } = await transaction.execute<{ id: string }>(sql`
=======
interface Binding {
  id: string;
  finalAt: Date;
}

interface Upline {
  memberId: string;
  /** Those on the way from the buyer up to this one that were not settled yet. */
  bindings: readonly Binding[];
}

type UplineRow = { id: string; binding_id: string | null; final_at_ms: string | null };

/**
 * From the nearest up. One statement sees a member's referrer and the binding it came by together; one that is undone after that cancels the bonus all
 * the same. Bindings count until they are settled, not until they are final: that would leave the choice to two clocks.
 */
async function readUplines(transaction: Transaction, memberId: string, levels: number): Promise<Upline[]> {
  const { rows } = await transaction.execute<UplineRow>(sql`
>>>>>>> 0bd8db3 (Hold the bonuses of a late binding for a day, take a wallet's recent sign-in for it, and make login links good for one session)
    with recursive upline as (
      select id as below_id, referrer_id as id, 1 as level from member where id = ${memberId} and referrer_id is not null
      union all
      select above.id, above.referrer_id, upline.level + 1 from member above join upline on above.id = upline.id
       where above.referrer_id is not null and upline.level < ${levels}
    )
    select upline.id, r.id as binding_id, floor(extract(epoch from r.final_at) * 1000)::bigint as final_at_ms
      from upline left join referral_binding r on r.member_id = upline.below_id and r.undone_at is null and r.settled_at is null
     order by upline.level`);
  const onTheWay = rows.map(({ binding_id: id, final_at_ms: finalAtMs }) =>
    id === null ? [] : [{ id, finalAt: new Date(Number(finalAtMs)) }],
  );
  return rows.map(({ id }, index) => ({ memberId: id, bindings: onTheWay.slice(0, index + 1).flat() }));
}

function latest(moments: readonly Date[]): Date {
  return new Date(Math.max(...moments.map((moment) => moment.getTime())));
}
