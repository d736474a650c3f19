import { v7 } from 'uuid';
import { mulDivFloor } from '../../../src/lib/amount.ts';
import { BASIS_POINTS } from '../../../src/lib/basis-points.ts';
import type { Transaction } from '../../db/database.ts';
import type { Economy } from '../../economy.ts';
import { lockBonusAllowances } from './lock-bonus-allowances.ts';
import { type LateBinding, readUplines } from './read-uplines.ts';
import type { SaleKind } from './schema.ts';

export interface ReferralSale {
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
