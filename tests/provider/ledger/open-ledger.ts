import type { Pool } from 'pg';
import { v7 } from 'uuid';

import { createDatabase, type Database } from '../../../provider/db/database.ts';
import { inTransaction } from '../../../provider/db/in-transaction.ts';
import { createPool } from '../../../provider/db/pool.ts';
import { memberAccount, pooledAccount, type Token } from '../../../provider/ledger/account.ts';
import { accountBalance } from '../../../provider/ledger/balances.ts';
import type { Entry } from '../../../provider/ledger/plan-postings.ts';
import { type NewTransaction, type Posted, postTransaction } from '../../../provider/ledger/post.ts';
import { openMemberAccounts } from './open-member-accounts.ts';
import { migratedDatabase } from '../../support/migrated-database.ts';

export type TestLedger = {
  url: string;
  db: Database;
  pool: Pool;
  post: (transaction: Partial<NewTransaction> & { entries: readonly Entry[] }) => Promise<Posted>;
  /** Creates a member, funded from the outside world. */
  member: (funds?: Partial<Record<Token, bigint>>) => Promise<string>;
  available: (memberId: string, token: Token) => Promise<bigint>;
  close: () => Promise<void>;
};

export const NOON = new Date('2026-11-21T12:00:00.000Z');

export async function openLedger(connections = 8): Promise<TestLedger> {
  const database = await migratedDatabase();
  const { url } = database;
  const pool = createPool(url, { max: connections, connectTimeoutMs: 60_000, lockTimeoutMs: 60_000, statementTimeoutMs: 60_000 });
  const db = createDatabase(pool);
  const post: TestLedger['post'] = (transaction) =>
    inTransaction(db, (tx) => postTransaction(tx, { id: v7(), kind: 'ADJUSTMENT', occurredAt: NOON, ...transaction }));
  return {
    url,
    db,
    pool,
    post,
    member: async (funds = {}) => {
      const id = v7();
      await openMemberAccounts(db, id);
      for (const [token, amount] of Object.entries(funds)) await post({ kind: 'DEPOSIT', entries: deposit(id, asToken(token), amount) });
      return id;
    },
    available: (memberId, token) => accountBalance(db, memberAccount('AVAILABLE', memberId), token),
    close: async () => {
      await pool.end();
      await database.drop();
    },
  };
}

export function deposit(memberId: string, token: Token, amountBaseUnits: bigint): Entry[] {
  return [
    { account: pooledAccount('OUTSIDE_WORLD'), token, amountBaseUnits: -amountBaseUnits },
    { account: memberAccount('AVAILABLE', memberId), token, amountBaseUnits },
  ];
}

export function transfer(from: string, to: string, token: Token, amountBaseUnits: bigint, fee = 0n): Entry[] {
  return [
    { account: memberAccount('AVAILABLE', from), token, amountBaseUnits: -amountBaseUnits },
    { account: memberAccount('AVAILABLE', to), token, amountBaseUnits },
    { account: memberAccount('AVAILABLE', from), token, amountBaseUnits: -fee, role: 'FEE' },
    { account: pooledAccount('FEES'), token, amountBaseUnits: fee, role: 'FEE' },
  ];
}

function asToken(text: string): Token {
  if (text === 'JU' || text === 'JUF' || text === 'USDT') return text;
  throw new TypeError(`${text} is not a token`);
}
