import { v7 } from 'uuid';

import type { Database } from '../../provider/db/database.ts';
import { type Account, memberAccount, pooledAccount } from '../../provider/ledger/account.ts';
import { postAlone } from '../../provider/ledger/post.ts';

const AT_ONCE = 1_000;

/** Through the ledger's checks like everything else: transactions that each pay a thousand accounts 1,000 USDT. */
export async function fillAccounts(db: Database, accounts: number): Promise<void> {
  await db.$client.query(
    `insert into ledger_account (kind, token, owner_id)
     select 'AVAILABLE', 'USDT', ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid from generate_series(1, $1) n`,
    [accounts],
  );
  await db.$client.query('analyze ledger_account');
  for (let first = 1; first <= accounts; first += AT_ONCE) {
    const paid = Array.from({ length: Math.min(AT_ONCE, accounts - first + 1) }, (_, index) => numberedAccount(first + index));
    await payOutOfNothing(db, paid, 1_000_000_000n);
  }
  await db.$client.query('vacuum analyze');
}

export async function payOutOfNothing(db: Database, paid: readonly Account[], amountBaseUnits: bigint): Promise<void> {
  await postAlone(db, {
    id: v7(),
    kind: 'DEPOSIT',
    occurredAt: new Date(),
    entries: [
      ...paid.map((account) => ({ account, token: 'USDT' as const, amountBaseUnits })),
      { account: pooledAccount('OUTSIDE_WORLD'), token: 'USDT' as const, amountBaseUnits: -amountBaseUnits * BigInt(paid.length) },
    ],
  });
}

export function numberedAccount(number: number): Account {
  return memberAccount('AVAILABLE', `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`);
}
