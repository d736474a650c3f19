import { type SQL, sql } from 'drizzle-orm';

/** Unclaimed bonuses, for the ledger's audit: the bonus pool must hold at least as much. Held bonuses count; those whose binding was undone don't. */
export const bonusPromises: readonly SQL[] = [
  sql`select 'BONUS_POOL' as kind, 'USDT' as token, '00000000-0000-0000-0000-000000000000'::uuid as owner_id,
             coalesce(sum(amount::numeric), 0) as amount from bonus
       where claim_id is null and not exists (
         select from bonus_hold h join referral_binding r on r.id = h.binding_id where h.bonus_id = bonus.id and r.undone_at is not null)`,
];
