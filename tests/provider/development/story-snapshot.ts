import type { Pool } from 'pg';

/** The story's results per member, without what is random for each database: ids, uids, codes and hashes. */
export async function storySnapshot(pool: Pool): Promise<Record<string, unknown[]>> {
  const snapshot: Record<string, unknown[]> = {};
  for (const [name, select] of Object.entries(SELECTS)) {
    const { rows } = await pool.query<{ line: string }>(`select to_jsonb(found)::text as line from (${select}) found order by 1`);
    snapshot[name] = rows.map(({ line }) => line);
  }
  return snapshot;
}

const SELECTS: Readonly<Record<string, string>> = {
  members: `select m.address, m.language, m.created_at, s.address as sponsor, m.referred_at,
                   case when m.username like 'ju-%' then null else m.username end as username
              from member m left join member s on s.id = m.referrer_id`,
  lines: `select m.address, e.token, e.kind, e.amount, e.fee, e.balance_after, e.seq, e.created_at, t.remark
            from ledger_entry e join ledger_account a on a.id = e.account_id join member m on m.id = a.owner_id
            join ledger_transaction t on t.id = e.transaction_id`,
  totals: `select kind, token, sum(balance) as total, sum(entry_count) as entries from ledger_account group by kind, token`,
  purchases: `select m.address, p.paid_usdt, p.price18, p.juf, p.claimed_juf, p.created_at, i.status, i.premium_usdt, i.covered_juf, i.refunded_usdt
                from treasury_purchase p join member m on m.id = p.member_id left join insurance i on i.purchase_id = p.id`,
  stakes: `select m.address, s.amount, s.tier_code, s.days, s.started_at, s.promised_roi, s.claimed_roi, s.withdrawn_at,
                  (select coalesce(sum(c.units), 0) from staking_turbo c where c.staking_id = s.id) as units
             from staking s join member m on m.id = s.member_id`,
  bonuses: `select m.address, b.kind, b.level, b.rate, b.amount, b.created_at, b.claim_id is not null as claimed
              from bonus b join member m on m.id = b.member_id`,
  roles: 'select m.address, r.role_code, r.source, r.paid_usdt_base_units, r.since from member_role r join member m on m.id = r.member_id',
  privileges:
    'select m.address, p.period, p.role_code, p.claimed_at, p.lapsed_at from role_privilege p join member m on m.id = p.member_id',
  points: 'select m.address, s.kind, s.points, s.balance_after, s.created_at from score_entry s join member m on m.id = s.member_id',
  votes: `select m.address, o.position, v.power, v.voted_at from poll_vote v join member m on m.id = v.member_id
            join poll_option o on o.id = v.option_id`,
  codes: 'select kind, juf, points, issued_at, expires_at, used_at, released_at from activation_code',
};
