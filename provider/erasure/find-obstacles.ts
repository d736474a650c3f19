import { sql } from 'drizzle-orm';
import { fromDecimalString, toDecimalString } from '../../src/lib/amount.ts';
import type { Transaction } from '../db/database.ts';
import type { Token } from '../ledger/account.ts';
import { tokenDecimals } from '../token-decimals.ts';

interface Held extends Record<string, unknown> {
  what: string;
  isSpendable: boolean;
  token: Token;
  amount: string;
}

/** Tables whose rows name a member and own ledger accounts by their ids. */
const PROMISES = ['treasury_purchase', 'insurance', 'staking', 'role_privilege', 'chain_order'] as const;

/**
 * Describes what is still owed to a member or under way. A balance below the smallest transfer doesn't count, because the member could never get rid of
 * it: it remains theirs, under the same address.
 */
export async function findObstacles(tx: Transaction, { id, address }: { id: string; address: string }, minimum: string): Promise<string[]> {
  const owned = sql.join(
    PROMISES.map((table) => sql`select id, ${table}::text as what from ${sql.identifier(table)} where member_id = ${id}`),
    sql` union all `,
  );
  const { rows } = await tx.execute<Held>(sql`
    with owner (id, what) as (select ${id}::uuid, 'balance' union all ${owned})
    select o.what || ' ' || a.kind as what, a.kind = 'AVAILABLE' as "isSpendable", a.token::text, sum(a.balance::numeric)::text as amount
      from owner o join ledger_account a on a.owner_id = o.id where a.balance <> 0 group by o.what, a.kind, a.token
    union all
    select 'bonus, not claimed', false, 'USDT', sum(b.amount::numeric)::text from bonus b
     where b.member_id = ${id} and b.claim_id is null
       and not exists (select from bonus_hold h join referral_binding r on r.id = h.binding_id where h.bonus_id = b.id and r.undone_at is not null)
    having count(*) > 0
    union all
    select 'deposit, ' || lower(state::text), false, token::text, amount::text from deposit where lower(sender) = lower(${address}) and state not in ('CREDITED', 'LOST')
    union all
    select 'payout, not final', false, token::text, amount::text from chain_order where member_id = ${id} and settled_block is null and status <> 'VOIDED'
    order by 1, 3`);
  const isDust = ({ isSpendable, token, amount }: Held): boolean =>
    isSpendable && BigInt(amount) < fromDecimalString(minimum, tokenDecimals[token]);
  return rows
    .filter((row) => !isDust(row))
    .map(({ what, token, amount }) => `${what}: ${toDecimalString(BigInt(amount), tokenDecimals[token])} ${token}`);
}
