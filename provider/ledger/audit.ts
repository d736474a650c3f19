import { type SQL, sql } from 'drizzle-orm';

import type { Database, Transaction } from '../db/database.ts';
import { inTransaction } from '../db/in-transaction.ts';
import type { Token } from './account.ts';
import { AUDIT_CHECKS, type AuditCheck } from './audit-checks.ts';

export type AuditBreak = { code: string; says: string; detail: Record<string, unknown> };
export type AuditFigures = {
  transactions: bigint;
  entries: bigint;
  accounts: bigint;
  /** Lost on the chain and not covered yet; the books are correct all the same. */
  uncoveredLoss: Readonly<Record<Token, bigint>>;
};
export type AuditReport = { sound: true; figures: AuditFigures } | { sound: false; firstBreak: AuditBreak };

/**
 * Recomputes every balance from its entries and checks every rule of the ledger on a single snapshot, without blocking business. `promises`
 * are selects of what the modules still owe, with the columns kind, token, owner_id and amount (base units): each must be covered by the
 * account of that kind and owner (the nil UUID for a pooled one). `moduleChecks` are invariants between a module's own tables and the
 * ledger.
 */
export function auditLedger(db: Database, promises: readonly SQL[] = [], moduleChecks: readonly AuditCheck[] = []): Promise<AuditReport> {
  return inTransaction(db, (tx) => auditWithin(tx, promises, moduleChecks), { isolation: 'repeatable read', readOnly: true });
}

/** The same within the caller's transaction, which should read from one snapshot. */
export async function auditWithin(
  tx: Transaction,
  promises: readonly SQL[] = [],
  moduleChecks: readonly AuditCheck[] = [],
): Promise<AuditReport> {
  await tx.execute(sql`select set_config('statement_timeout', '0', true), set_config('work_mem', '64MB', true)`);
  const checks = [...AUDIT_CHECKS, ...(promises.length === 0 ? [] : [promisesAreCovered(promises)]), ...moduleChecks];
  for (const { code, says, breaks } of checks) {
    const { rows } = await tx.execute(sql`select * from (${breaks}) breaks limit 1`);
    const [detail] = rows;
    if (detail !== undefined) return { sound: false, firstBreak: { code, says, detail } };
  }
  return { sound: true, figures: await countRows(tx) };
}

async function countRows(tx: Transaction): Promise<AuditFigures> {
  const { rows } = await tx.execute<Record<'transactions' | 'entries' | 'accounts', string>>(sql`
    select (select count(*) from ledger_transaction) as transactions, (select count(*) from ledger_entry) as entries,
           (select count(*) from ledger_account) as accounts`);
  const [row] = rows;
  return {
    transactions: BigInt(row?.transactions ?? 0),
    entries: BigInt(row?.entries ?? 0),
    accounts: BigInt(row?.accounts ?? 0),
    uncoveredLoss: await readUncoveredLoss(tx),
  };
}

async function readUncoveredLoss(tx: Transaction): Promise<AuditFigures['uncoveredLoss']> {
  const { rows } = await tx.execute<{ token: Token; lacks: string }>(
    sql`select token, greatest(-sum(balance), 0) as lacks from ledger_account where kind = 'UNCOVERED_LOSS' group by token`,
  );
  const of = (token: Token): bigint => BigInt(rows.find((row) => row.token === token)?.lacks ?? 0);
  return { JU: of('JU'), JUF: of('JUF'), USDT: of('USDT') };
}

function promisesAreCovered(promises: readonly SQL[]): AuditCheck {
  return {
    code: 'PROMISE_UNCOVERED',
    says: 'every promise is covered by what was set apart for it',
    breaks: sql`
      select p.kind, p.token, p.owner_id, p.promised, coalesce(a.held, 0) as held from (
        select kind::ledger_account_kind as kind, token::ledger_token as token, owner_id, sum(amount) as promised
          from (${sql.join([...promises], sql` union all `)}) each group by 1, 2, 3
      ) p left join (select kind, token, owner_id, sum(balance) as held from ledger_account group by kind, token, owner_id) a
        on a.kind = p.kind and a.token = p.token and a.owner_id = p.owner_id
       where p.promised > coalesce(a.held, 0) or scale(p.promised) is null`,
  };
}
