import { sql } from 'drizzle-orm';
import type { Queryable } from '../db/database.ts';
import { MEMBER_ACCOUNT_KINDS, type Token } from './account.ts';

export type TokenBalances = Readonly<Record<Token, bigint>>;

/**
 * A member's holdings of each token, available plus locked, as of each moment (inclusive), in the given order. Costs one binary search per
 * account and moment, so ask for at most a few hundred moments.
 */
export async function balancesAt(database: Queryable, memberId: string, moments: readonly Date[]): Promise<TokenBalances[]> {
  const { rows } = await database.execute<{ place: string; token: Token; held: string }>(sql`
    select asked.place, account.token, sum(entry.balance_after::numeric)::text as held
      from unnest(${sql.param(moments.map((at) => at.toISOString()))}::timestamptz[]) with ordinality asked (at, place)
      join ledger_account account
        on account.owner_id = ${memberId} and account.kind = any(${sql.param([...MEMBER_ACCOUNT_KINDS])}::ledger_account_kind[])
      join ledger_entry entry
        on entry.account_id = account.id and entry.seq = ledger_seq_until(account.id, asked.at, account.entry_count)
     group by asked.place, account.token`);
  const found = moments.map(() => ({ JU: 0n, JUF: 0n, USDT: 0n }));
  for (const { place, token, held } of rows) {
    const balances = found[Number(place) - 1];
    if (balances) balances[token] = BigInt(held);
  }
  return found;
}
