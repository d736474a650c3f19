import { and, eq, sql } from 'drizzle-orm';
import { sumOf } from '../db/columns.ts';
import type { Database, Queryable } from '../db/database.ts';
import { type ReadPart, readTogether } from '../db/read-for-many.ts';
import { type Account, type AccountKind, MEMBER_ACCOUNT_KINDS, type Token, TOKENS } from './account.ts';
import { ledgerAccount } from './schema.ts';

type MemberBalance = { token: Token; availableBaseUnits: bigint; lockedBaseUnits: bigint };

type BalanceRow = { kind: AccountKind; token: Token; balance: string };

/** The member's balances in all three tokens, including zero ones. */
export const memberBalancesPart: ReadPart<BalanceRow, MemberBalance[]> = {
  text: `select kind, token, balance::text from ledger_account
          where owner_id = asked.member_id and kind in (${MEMBER_ACCOUNT_KINDS.map((kind) => `'${kind}'`).join(', ')})`,
  read: (rows) => {
    const find = (kind: AccountKind, token: Token) => BigInt(rows.find((row) => row.kind === kind && row.token === token)?.balance ?? '0');
    return TOKENS.map((token) => ({ token, availableBaseUnits: find('AVAILABLE', token), lockedBaseUnits: find('LOCKED', token) }));
  },
};

export async function memberBalances(db: Database, memberId: string): Promise<MemberBalance[]> {
  return (await readBalances(db, [memberId])).balances;
}

const readBalances = readTogether({ name: 'member_balances', asked: { member_id: 'uuid' } }, { balances: memberBalancesPart });

/** An account's balance over all its shards; zero if it was never opened. */
export async function accountBalance(db: Queryable, account: Account, token: Token): Promise<bigint> {
  const [row] = await db
    .select({ total: sumOf(ledgerAccount.balance) })
    .from(ledgerAccount)
    .where(and(eq(ledgerAccount.ownerId, account.ownerId), eq(ledgerAccount.kind, account.kind), eq(ledgerAccount.token, token)));
  return row?.total ?? 0n;
}

/** The total balance of all accounts of a kind, such as the whole reserve or everything staked. Reads every one of them. */
export async function kindBalance(db: Queryable, kind: AccountKind, token: Token): Promise<bigint> {
  const [row] = await db
    .select({ total: sumOf(ledgerAccount.balance) })
    .from(ledgerAccount)
    .where(and(eq(ledgerAccount.kind, kind), eq(ledgerAccount.token, token), notAMembers(kind)));
  return row?.total ?? 0n;
}

/** Repeats the partial index's condition, which the planner can't infer from a parameter. */
function notAMembers(kind: AccountKind) {
  return kind === 'AVAILABLE' || kind === 'LOCKED' ? undefined : sql`${ledgerAccount.kind} not in ('AVAILABLE', 'LOCKED')`;
}

type TokenBalances = Readonly<Record<Token, bigint>>;

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
