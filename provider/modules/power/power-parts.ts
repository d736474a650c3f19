import { type SQL, sql } from 'drizzle-orm';

export type PowerPart = 'treasury' | 'staking' | 'role' | 'score';

/** JU power has 18 decimals. */
export const POWER_DECIMALS = 18;
const ONE = sql.raw(`${10n ** BigInt(POWER_DECIMALS)}::numeric`);

/**
 * Rows of (member_id, part, power): what every member had at the moment `at`, using only what had been recorded by then, so that a later query gives the
 * same result. What happened exactly at `at` counts. Each part groups by member, so a condition on `member_id` around this query uses the indexes.
 */
export function powerParts(at: SQL): SQL {
  return sql.join([treasuryPower(at), stakingPower(at), rolePower(at), scorePower(at)], sql` union all `);
}

function treasuryPower(at: SQL): SQL {
  return sql`
    select p.member_id, 'treasury' as part, sum(div((p.juf - coalesce(c.juf, 0)) * p.power_per_juf, ${ONE})) as power
      from treasury_purchase p
      left join lateral (select sum(c.juf::numeric) as juf from vesting_claim c where c.purchase_id = p.id and c.created_at <= ${at}) c on true
     where p.created_at <= ${at} group by p.member_id`;
}

/** A stake counts from its start until it matures. */
function stakingPower(at: SQL): SQL {
  return sql`
    select s.member_id, 'staking' as part, div(sum(s.amount::numeric * s.multiplier), 10000) as power
      from staking s where s.started_at <= ${at} and s.matures_at > ${at} group by s.member_id`;
}

/** Only roles that were bought: granted ones cost nothing, so their votes would too. */
function rolePower(at: SQL): SQL {
  return sql`
    select m.member_id, 'role' as part, max(r.power) * ${ONE} as power
      from member_role m join terms_role r on r.terms_number = coalesce(m.terms_number, 1) and r.code = m.role_code
     where m.source = 'PURCHASED' and m.since <= ${at} group by m.member_id`;
}

/** Only points that were bought: daily claims in many accounts would add up to free votes. */
function scorePower(at: SQL): SQL {
  return sql`
    select bought.member_id, 'score' as part, least(sum(bought.power), max(bought.most) * ${ONE}) as power
      from (
        select s.member_id, div(sum(s.points) * ${ONE}, t.points_per_power) as power, t.max_from_score as most
          from score_entry s join terms_points t on t.terms_number = coalesce(s.terms_number, 1)
         where s.kind = 'PURCHASE' and s.created_at <= ${at} group by s.member_id, t.points_per_power, t.max_from_score
      ) bought group by bought.member_id`;
}
