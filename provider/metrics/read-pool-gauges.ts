import { sql } from 'drizzle-orm';
import { toDecimalString } from '../../src/lib/amount.ts';
import type { Queryable } from '../db/database.ts';
import type { Token } from '../ledger/account.ts';
import { promises } from '../modules/promises.ts';
import { tokenDecimals } from '../token-decimals.ts';
import type { Family, Sample } from './format-metrics.ts';

export type ReadPoolGauges = (database: Queryable) => Promise<Family[]>;

interface PoolRow extends Record<string, unknown> {
  account: string;
  token: Token;
  held: string;
  promised: string | null;
}

/** Summing all promises takes a second or two on a large database, and scrapers may ask more often than that is worth. */
const KEPT_MS = 300_000;

/** The pools' balances and promises at one moment. Each process refreshes them only now and then. */
export function createPoolGauges(): ReadPoolGauges {
  let kept: { families: Promise<Family[]>; atMs: number } | undefined;
  return (database) => {
    if (kept === undefined || performance.now() - kept.atMs >= KEPT_MS) {
      const families = readPoolGauges(database);
      kept = { families, atMs: performance.now() };
      families.catch(() => (kept = undefined));
    }
    return kept.families;
  };
}

async function readPoolGauges(database: Queryable): Promise<Family[]> {
  const { rows } = await database.execute<PoolRow>(sql`
    with held as (
      select kind::text as account, token::text as token, sum(balance)::text as held
        from ledger_account where kind not in ('AVAILABLE', 'LOCKED', 'OUTSIDE_WORLD', 'VAULT') group by 1, 2
    ), promised as (
      select kind as account, token, sum(amount)::text as promised
        from (${sql.join([...promises], sql` union all `)}) each group by 1, 2
    )
    select account, token, coalesce(held, '0') as held, promised from held full join promised using (account, token) order by account, token`);
  const sample = ({ account, token }: PoolRow, baseUnits: string): Sample => ({
    labels: { account, token },
    value: Number(toDecimalString(BigInt(baseUnits), tokenDecimals[token])),
  });
  return [
    {
      name: 'jufi_account_balance',
      help: 'What lies in the ledger’s own accounts, in tokens: pools, and what is set apart for promises.',
      type: 'gauge',
      samples: rows.map((row) => sample(row, row.held)),
    },
    {
      name: 'jufi_promised',
      help: 'What is promised out of each of these accounts, in tokens; never more than lies there.',
      type: 'gauge',
      samples: rows.flatMap((row) => (row.promised === null ? [] : [sample(row, row.promised)])),
    },
  ];
}
