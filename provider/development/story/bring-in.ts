import { sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import { fromDecimalString } from '../../../src/lib/amount.ts';
import type { Queryable, Transaction } from '../../db/database.ts';
import { type Account, pooledAccount, type Token, TOKENS } from '../../ledger/account.ts';
import { postTransaction } from '../../ledger/post.ts';
import { tokenDecimals } from '../../token-decimals.ts';

export interface Arrival {
  to: Account;
  token: Token;
  /** In whole tokens. */
  amount: string;
  /** Members deposit; what the operator puts into a pool is an adjustment. */
  kind: 'DEPOSIT' | 'ADJUSTMENT';
  remark?: string;
  now: Date;
}

/** The only way tokens enter the story: from outside, backed by the vault's endowment (`endowment.ts`). */
export async function bringIn(transaction: Transaction, { to, token, amount, kind, remark, now }: Arrival): Promise<void> {
  const amountBaseUnits = fromDecimalString(amount, tokenDecimals[token]);
  await postTransaction(transaction, {
    id: v7({ msecs: now.getTime() }),
    kind,
    occurredAt: now,
    remark,
    entries: [
      { account: pooledAccount('OUTSIDE_WORLD'), token, amountBaseUnits: -amountBaseUnits },
      { account: to, token, amountBaseUnits },
    ],
  });
}

/** What has entered that way so far: everything the ledger has from outside that no chain has seen. Excludes sold JUF, which is minted. */
export async function readBroughtIn(database: Queryable): Promise<Record<Token, bigint>> {
  const { rows } = await database.execute<{ token: Token; total: string }>(sql`
    select e.token, -sum(e.amount::numeric) as total
      from ledger_account a join ledger_entry e on e.account_id = a.id join ledger_transaction t on t.id = e.transaction_id
     where a.kind = 'OUTSIDE_WORLD' and t.kind in ('DEPOSIT', 'ADJUSTMENT') and t.chain_hash is null
     group by e.token`);
  const [ju, juf, usdt] = TOKENS.map((token) => BigInt(rows.find((row) => row.token === token)?.total ?? '0'));
  return { JU: ju ?? 0n, JUF: juf ?? 0n, USDT: usdt ?? 0n };
}
