import { type SQL, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../db/database.ts';
import { inTransaction } from '../db/in-transaction.ts';
import { liftTimeLimits } from '../db/pool.ts';
import type { Token } from './account.ts';

/** `breaks` selects violations of the rule; its first row is the evidence. */
export type AuditCheck = { code: string; says: string; breaks: SQL };

const TRIGGERS = ['ledger_account_open', 'ledger_entry_enter', 'ledger_transaction_resolves'];
const CONSTRAINTS = [
  'ledger_account_key',
  'ledger_account_not_negative',
  'ledger_amount_check',
  'ledger_change_check',
  'ledger_digest_check',
  'ledger_entry_fee',
  'ledger_entry_seq',
  'ledger_fee_check',
  'ledger_transaction_complete',
  'ledger_transaction_resolution',
];

const isNotWhole = (column: SQL): SQL => sql`(scale(${column}::numeric) is distinct from 0 or not abs(${column}::numeric) < 1e60)`;

/** In evaluation order: a check may rely on those before it. */
const AUDIT_CHECKS: readonly AuditCheck[] = [
  {
    code: 'GUARD_MISSING',
    says: 'every trigger and constraint that guards the ledger is there and on, and only the owner of its tables may write to them',
    breaks: sql`
      select guard from unnest(${sql.param(TRIGGERS)}::text[]) guard where not exists (
        select from pg_trigger where tgname = guard and tgenabled in ('O', 'A')
           and tgrelid in ('public.ledger_account'::regclass, 'public.ledger_transaction'::regclass, 'public.ledger_entry'::regclass))
      union all
      select guard from unnest(${sql.param(CONSTRAINTS)}::text[]) guard where not exists (
        select from pg_constraint where conname = guard and convalidated and connamespace = (select relnamespace from pg_class where oid = 'public.ledger_entry'::regclass))
      union all
      select concat_ws(' ', a.grantee::regrole, a.privilege_type, c.relname)
        from pg_class c
        cross join lateral (
          select * from aclexplode(c.relacl) union all select x.* from pg_attribute n, aclexplode(n.attacl) x where n.attrelid = c.oid
        ) a
       where c.oid in ('public.ledger_account'::regclass, 'public.ledger_transaction'::regclass, 'public.ledger_entry'::regclass, 'public.erased_remark'::regclass)
         and a.grantee <> c.relowner and a.privilege_type not in ('SELECT', 'REFERENCES')`,
  },
  {
    code: 'AMOUNT_NOT_WHOLE',
    says: 'every amount is a whole number of base units, of at most 60 digits',
    breaks: sql`
      select 'account' as what, id::text, balance::text as amount from ledger_account where ${isNotWhole(sql`balance`)}
      union all
      select 'entry', transaction_id::text, concat_ws(' / ', amount, fee, balance_after) from ledger_entry
       where ${isNotWhole(sql`amount`)} or ${isNotWhole(sql`fee`)} or ${isNotWhole(sql`balance_after`)}`,
  },
  {
    code: 'TRANSACTION_TORN',
    says: 'every transaction has all of its entries, and no others',
    breaks: sql`
      select coalesce(t.id, e.transaction_id) as transaction_id, t.entry_count as said, coalesce(e.entries, 0) as found
        from ledger_transaction t full join (
          select transaction_id, count(*) as entries, min(ordinal) as first, max(ordinal) as last, min(kind) as kind, max(kind) as other_kind
            from ledger_entry group by transaction_id
        ) e on e.transaction_id = t.id
       where t.entry_count is distinct from e.entries or e.first <> 1 or e.last <> e.entries or e.kind <> t.kind or e.other_kind <> t.kind`,
  },
  {
    code: 'NOT_ZERO_SUM',
    says: 'the entries of a transaction sum to zero per token',
    breaks: sql`select transaction_id, token, sum(amount) as sum from ledger_entry group by transaction_id, token having sum(amount) <> 0`,
  },
  {
    code: 'CHAIN_BROKEN',
    says: "an account's entries follow each other: numbers without a gap, balances that add up, times that never fall",
    breaks: sql`
      select account_id, seq, transaction_id, amount, balance_after, balance_before from (
        select account_id, seq, transaction_id, amount, balance_after, created_at, token,
               coalesce(lag(balance_after::numeric) over each, 0) as balance_before, coalesce(lag(seq) over each, 0) as seq_before,
               coalesce(lag(created_at) over each, created_at) as time_before
          from ledger_entry window each as (partition by account_id order by seq)
      ) e where seq <> seq_before + 1 or balance_after <> balance_before + amount or created_at < time_before`,
  },
  {
    code: 'BALANCE_DIFFERS',
    says: "an account's balance is what its entries say",
    breaks: sql`
      select coalesce(a.id, e.account_id) as account_id, a.kind, a.token, a.owner_id, a.balance, coalesce(e.total, 0) as entries_say
        from ledger_account a full join (
          select account_id, token, sum(amount) as total, count(*) as entries, max(created_at) as last_at from ledger_entry group by account_id, token
        ) e on e.account_id = a.id
       where a.id is null or e.token <> a.token or a.balance <> coalesce(e.total, 0) or a.entry_count <> coalesce(e.entries, 0)
          or a.last_entry_at is distinct from e.last_at`,
  },
  {
    code: 'BALANCE_NEGATIVE',
    says: "no account but the outside world's, there and at the vault, and the uncovered loss goes below zero",
    breaks: sql`select id as account_id, kind, token, owner_id, balance from ledger_account where balance < 0 and kind not in ('OUTSIDE_WORLD', 'VAULT', 'UNCOVERED_LOSS')`,
  },
  {
    code: 'ACCOUNT_MISPLACED',
    says: 'pooled accounts belong to nobody and are complete, all others belong to somebody and are whole',
    breaks: sql`
      select kind, token, owner_id, count(*) as accounts from ledger_account group by kind, token, owner_id
      having (owner_id = '00000000-0000-0000-0000-000000000000') <> (kind >= 'TREASURY')
          or count(*) <> case when kind >= 'TREASURY' then 32 else 1 end
          or max(shard) <> case when kind >= 'TREASURY' then 31 else 0 end`,
  },
  {
    code: 'TOKEN_NOT_ZERO',
    says: 'all accounts of a token together hold zero',
    breaks: sql`select token, sum(balance) as sum from ledger_account group by token having sum(balance) <> 0`,
  },
  {
    code: 'HASH_DIFFERS',
    says: 'the hash of a transaction is that of its content, or without its remark where that was erased',
    breaks: sql`
      select t.id as transaction_id from ledger_transaction t join (
        select transaction_id, string_agg(concat_ws(':', kind, token, owner_id, amount, fee) || ';', '' order by kind, token, owner_id) as items from (
          select e.transaction_id, a.kind, a.token, a.owner_id, sum(e.amount) as amount, sum(e.fee) as fee
            from ledger_entry e join ledger_account a on a.id = e.account_id group by e.transaction_id, a.kind, a.token, a.owner_id
        ) of_account group by transaction_id
      ) i on i.transaction_id = t.id left join erased_remark r on r.transaction_id = t.id
       where coalesce(r.hash, t.hash) <> ledger_hash(t.id, t.kind, t.phase, t.resolves, t.occurred_at, t.chain_hash, t.remark, i.items)`,
  },
  {
    code: 'RESOLUTION_WRONG',
    says: 'a settlement or refund resolves one pending transaction of its kind, once, and leaves nothing in transit',
    breaks: sql`
      select r.id as transaction_id, r.resolves from ledger_transaction r left join ledger_transaction p on p.id = r.resolves
       where r.phase in ('SETTLE', 'VOID') and (
         p.phase is distinct from 'PENDING' or p.kind <> r.kind
         or exists (select from ledger_transaction o where o.resolves = r.resolves and o.id <> r.id)
         or exists (select from ledger_account a where a.owner_id = r.resolves and a.balance <> 0))`,
  },
  {
    code: 'PENDING_MISSING',
    says: 'what a pending transaction put in transit is still there until it is resolved',
    breaks: sql`
      select p.id as transaction_id, a.kind, a.token, a.balance, e.amount from ledger_transaction p
        join ledger_entry e on e.transaction_id = p.id join ledger_account a on a.id = e.account_id and a.owner_id = p.id
       where p.phase = 'PENDING' and a.balance <> e.amount and not exists (select from ledger_transaction r where r.resolves = p.id)`,
  },
  {
    code: 'FEE_NOT_EARNED',
    says: 'a fee that a member was shown reached the fees, or waits in transit to reach them',
    breaks: sql`
      select e.transaction_id, e.token, sum(e.fee) as shown from ledger_entry e join ledger_account a on a.id = e.account_id
       group by e.transaction_id, e.token
      having sum(e.fee) > coalesce(sum(e.amount) filter (where e.amount > 0 and a.kind in ('FEES', 'PAYOUT_IN_TRANSIT')), 0)`,
  },
];

type AuditBreak = { code: string; says: string; detail: Record<string, unknown> };
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
  await liftTimeLimits(tx.$client);
  await tx.execute(sql`select set_config('work_mem', '64MB', true)`);
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
