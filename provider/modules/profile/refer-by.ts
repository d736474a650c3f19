import { eq, sql } from 'drizzle-orm';
import { type Transaction } from '../../db/database.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import { Refusal } from '../../http/refusal.ts';
import { type Services } from '../../provider-services.ts';
import { findByReferralCode } from '../account/find-or-create-member.ts';
import { member, type Member } from '../account/schema.ts';
import { type Sponsor } from './read-user-info.ts';

const DAY_MS = 86_400_000;

/** POST /profile/referBy */
export async function referBy(
  { database, economy, clock }: Services,
  memberId: string,
  referralCode: string,
): Promise<{ referrer: Sponsor }> {
  return inTransaction(database, async (tx) => {
    const findReferrer = () => requireReferrer(tx, { memberId, referralCode, now: clock(), days: economy.referral.bindWithinDays });
    // Looked at twice: whoever is refused anyway keeps nobody waiting.
    await findReferrer();
    // Two members naming each other at the same moment would each see no cycle; so bindings take turns.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('referral'))`);
    const referrer = await findReferrer();
    await tx.update(member).set({ referrerId: referrer.id, referredAt: clock() }).where(eq(member.id, memberId));
    return { referrer: { uid: referrer.uid, username: referrer.username } };
  });
}

interface Binding {
  memberId: string;
  referralCode: string;
  now: Date;
  days: number;
}

async function requireReferrer(tx: Transaction, { memberId, referralCode, now, days }: Binding): Promise<Member> {
  const [self] = await tx.select().from(member).where(eq(member.id, memberId));
  if (self === undefined) throw new Error('the session is of a member who is not there');
  if (self.referrerId !== null) throw new Refusal('REFERRER_ALREADY_SET');
  const referrer = await findByReferralCode(tx, referralCode);
  if (referrer === undefined) throw new Refusal('REFERRAL_CODE_UNKNOWN');
  if (referrer.id === self.id) throw new Refusal('REFERRAL_SELF');
  if (await isBelow(tx, referrer.id, self.id)) throw new Refusal('REFERRAL_CYCLE');
  if (now.getTime() - self.createdAt.getTime() > days * DAY_MS) throw new Refusal('REFERRAL_TOO_LATE');
  return referrer;
}

/** Whether a member stands anywhere below another, at whatever depth. */
async function isBelow(tx: Transaction, candidateId: string, aboveId: string): Promise<boolean> {
  const { rows } = await tx.execute<{ found: boolean }>(sql`
    with recursive upline as (
      select id, referrer_id from member where id = ${candidateId}
      union
      select above.id, above.referrer_id from member above join upline on above.id = upline.referrer_id
    )
    select exists (select from upline where id = ${aboveId}) as found`);
  return rows[0]?.found === true;
}
