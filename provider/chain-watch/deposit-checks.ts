import { sql } from 'drizzle-orm';

import type { AuditCheck } from '../ledger/audit.ts';

/** Invariants between deposits and the ledger. */
export const depositChecks: readonly AuditCheck[] = [
  {
    code: 'DEPOSIT_NOT_BOOKED',
    says: 'every deposit stands in the ledger with its amount, once: credited or kept apart',
    breaks: sql`
      select d.id as deposit_id, d.state, d.token, d.amount, b.booked from deposit d left join lateral (
        select sum(-e.amount) as booked from ledger_entry e join ledger_account a on a.id = e.account_id
         where e.transaction_id = coalesce(d.held_by, d.id) and a.kind = 'VAULT' and e.token = d.token
      ) b on true
       where coalesce(b.booked, 0) <> case when d.state = 'SEEN' then 0 else d.amount end`,
  },
  {
    code: 'DEPOSIT_UNKNOWN',
    says: 'nothing came out of the vault’s account as a deposit but what the chain was seen to bring',
    breaks: sql`
      select t.id as transaction_id, e.token, e.amount from ledger_transaction t join ledger_entry e on e.transaction_id = t.id
        join ledger_account a on a.id = e.account_id and a.kind = 'VAULT'
       where t.kind = 'DEPOSIT' and t.phase in ('SINGLE', 'PENDING')
         and not exists (select from deposit d where d.id = t.id or d.held_by = t.id)
         and not exists (select from ledger_transaction v where v.resolves = t.id and v.phase = 'VOID')`,
  },
  {
    code: 'DEPOSIT_LOSS_DIFFERS',
    says: 'what was credited and lost stands in the ledger as a loss, and what came back does not',
    breaks: sql`
      select d.id as deposit_id, d.state, count(l.id) as losses from deposit d left join deposit_loss l on l.deposit_id = d.id and l.returned_by is null
       group by d.id, d.state having count(l.id) <> case when d.state = 'LOST' then 1 else 0 end
      union all
      select l.deposit_id, d.state, 1 from deposit_loss l join deposit d on d.id = l.deposit_id
       where l.from_treasury + l.uncovered <> d.amount or (
         select coalesce(sum(e.amount), 0) from ledger_entry e join ledger_account a on a.id = e.account_id
          where e.transaction_id in (l.id, l.returned_by) and a.kind = 'VAULT') <> case when l.returned_by is null then d.amount else 0 end`,
  },
];
