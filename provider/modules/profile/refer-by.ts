import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import type { contract } from '../../../src/lib/api/contract/contract.ts';
import type { SentDataOf } from '../../../src/lib/api/contract/define-call.ts';
import type { referralBinding as definition } from '../../../src/lib/api/contract/profile.ts';
import type { Clock } from '../../../src/lib/clock.ts';
import type { Transaction } from '../../db/database.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import { Refusal } from '../../http/refusal.ts';
import type { Services } from '../../provider-services.ts';
import type { Session } from '../../session.ts';
import { inTokens } from '../../token-amounts.ts';
import { findByReferralCode, lockMember } from '../account/member.ts';
import { member, type Member } from '../account/schema.ts';
import { requireRecentSignIn } from '../account/sessions.ts';
import { readMostBonuses } from '../bonuses/credit-referral-bonuses.ts';
import { sumBonuses, totalOf } from '../bonuses/list-bonuses.ts';
import { countLookUp, type LookUp } from '../look-ups/count-look-up.ts';
import { readRole } from '../roles/read-role.ts';
import { formatVolume, readTeamLevels } from '../team/list-team.ts';
import type { Sponsor } from './read-user-info.ts';
import { referralBinding } from './schema.ts';

const DAY_MS = 86_400_000;
/** How long a binding can be undone, during which its bonuses are held. */
const UNDO_WITHIN_MS = DAY_MS;
/** Limits how often a member can bind and undo, since each time leaves a row. */
const MOST_BINDINGS_A_DAY = 5;
/** Far more than any line of people that invited each other has; a walk of so many takes a few milliseconds. */
const MOST_STEPS = 1_000;

type BindingSession = Pick<Session, 'kind' | 'beganAt'> & { member: { id: string } };

/** POST /profile/referBy */
export async function referBy(
  { database, economy, clock }: Services,
  session: BindingSession,
  referralCode: string,
): Promise<{ referrer: Sponsor }> {
  return inTransaction(database, async (tx) => {
    const check = { session, referralCode, clock, days: economy.referral.bindWithinDays };
    // Checked twice, so that a request that is refused anyway doesn't take the lock.
    await requireReferrer(tx, check);
    await lockReferrals(tx);
    const referrer = await requireReferrer(tx, check);
    const now = clock();
    await tx.update(member).set({ referrerId: referrer.id, referredAt: now }).where(eq(member.id, session.member.id));
    await tx.insert(referralBinding).values({
      id: v7({ msecs: now.getTime() }),
      memberId: session.member.id,
      referrerId: referrer.id,
      boundAt: now,
      finalAt: new Date(now.getTime() + UNDO_WITHIN_MS),
    });
    return { referrer: { uid: referrer.uid, username: referrer.username } };
  });
}

interface Binding {
  session: BindingSession;
  referralCode: string;
  clock: Clock;
  days: number;
}

async function requireReferrer(tx: Transaction, { session, referralCode, clock, days }: Binding): Promise<Member> {
  const [self] = await tx.select().from(member).where(eq(member.id, session.member.id));
  if (self === undefined) throw new Error('the session is of a member who is not there');
  if (self.referrerId !== null) throw new Refusal('REFERRER_ALREADY_SET');
  const referrer = await findByReferralCode(tx, referralCode);
  if (referrer === undefined) throw new Refusal('REFERRAL_CODE_UNKNOWN');
  if (referrer.id === self.id) throw new Refusal('REFERRAL_SELF');
  const now = clock();
  if (now.getTime() - self.createdAt.getTime() > days * DAY_MS) throw new Refusal('REFERRAL_TOO_LATE');
  await limitBindings(tx, self.id, now);
  if (await mayBeBelow(tx, referrer.id, self.id)) throw new Refusal('REFERRAL_CYCLE');
  // Last, so that a member doesn't sign and is then refused for another reason.
  requireRecentSignIn(session, now);
  return referrer;
}

async function limitBindings(tx: Transaction, memberId: string, now: Date): Promise<void> {
  const since = new Date(now.getTime() - DAY_MS);
  const recent = await tx
    .select({ boundAt: referralBinding.boundAt })
    .from(referralBinding)
    .where(and(eq(referralBinding.memberId, memberId), gt(referralBinding.boundAt, since)))
    .orderBy(referralBinding.boundAt);
  const [oldest] = recent;
  if (oldest === undefined || recent.length < MOST_BINDINGS_A_DAY) return;
  const seconds = Math.ceil((oldest.boundAt.getTime() - since.getTime()) / 1_000);
  throw new Refusal('TOO_MANY_REQUESTS', { headers: { 'retry-after': String(seconds) } });
}

/**
 * Whether a member is below another, or so deep that it isn't known. Nobody is below a member who has invited nobody, which most are when they name a
 * referrer; for the others, the walk stops where it has seen enough, since anybody can make a line of accounts as long as they like.
 */
async function mayBeBelow(tx: Transaction, candidateId: string, aboveId: string): Promise<boolean> {
  const { rows } = await tx.execute<{ found: boolean }>(sql`
    with recursive upline (id, referrer_id, step) as (
      select id, referrer_id, 1 from member where id = ${candidateId} and exists (select from member where referrer_id = ${aboveId})
      union all
      select above.id, above.referrer_id, step + 1 from upline join member above on above.id = upline.referrer_id
       where step < ${MOST_STEPS} and upline.id <> ${aboveId}
    )
    select coalesce(bool_or(id = ${aboveId} or step = ${MOST_STEPS}), false) as found from upline`);
  return rows[0]?.found === true;
}

/**
 * POST /profile/undoReferBy. Any kind of session suffices: a stolen token gains nothing by it, since naming another referrer takes a signature, and the
 * member must be able to undo a thief's binding from wherever they are signed in. Held bonuses are cancelled through the binding they came by
 * (`list-bonuses.ts`). Waits for a purchase that is in progress.
 */
export async function undoReferBy({ database, clock }: Pick<Services, 'database' | 'clock'>, memberId: string): Promise<void> {
  await inTransaction(database, async (tx) => {
    await lockReferrals(tx);
    // Locked before the binding, in the same order as the member's own purchase.
    await lockMember(tx, memberId);
    const now = clock();
    const current = and(eq(referralBinding.memberId, memberId), isNull(referralBinding.undoneAt));
    const [binding] = await tx.select().from(referralBinding).where(current).for('no key update');
    if (binding === undefined) {
      const [self] = await tx.select({ referrerId: member.referrerId }).from(member).where(eq(member.id, memberId));
      throw new Refusal(self === undefined || self.referrerId === null ? 'NOTHING_TO_UNDO' : 'REFERRAL_FINAL');
    }
    if (binding.settledAt !== null || binding.finalAt <= now) throw new Refusal('REFERRAL_FINAL');
    await tx.update(referralBinding).set({ undoneAt: now }).where(eq(referralBinding.id, binding.id));
    await tx.update(member).set({ referrerId: null, referredAt: null }).where(eq(member.id, memberId));
  });
}

/** Serialises bindings: two members naming each other concurrently would each see no cycle. */
async function lockReferrals(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('referral'))`);
}

type ReferralInfo = SentDataOf<(typeof contract)['referralInfo']>;

/** GET /profile/referralInfo. The rates are those of the current role, while it can still earn; `earned` is in USDT, claimed or not. */
export async function readReferralInfo(
  services: Services,
  self: Member,
  { code, client }: { code: string | undefined; client: string },
): Promise<ReferralInfo> {
  const { database, economy, clock, site } = services;
  const now = clock();
  const [role, mostBonuses, { levels }, bonuses, sponsor] = await Promise.all([
    readRole(database, economy, self.id, now),
    readMostBonuses(database, self.id),
    readTeamLevels(database, self.id, economy.referral.levels),
    sumBonuses(database, self.id, now),
    code === undefined ? undefined : findByReferralCode(database, code.trim()),
  ]);
  const isKnown = sponsor !== undefined && (sponsor.id === self.id || sponsor.id === self.referrerId);
  if (code !== undefined && !isKnown) {
    const lookUp: LookUp = sponsor === undefined ? { kind: 'NAME', name: `code ${code}` } : { kind: 'MEMBER', id: sponsor.id };
    await countLookUp(services, { memberId: self.id, client }, lookUp);
  }
  const earned = totalOf(bonuses);
  const canEarn = mostBonuses > earned;
  const link = new URL('/', site.uri);
  link.searchParams.set('referralCode', self.referralCode);
  return {
    referralCode: self.referralCode,
    link: link.href,
    directCount: levels[0]?.count ?? 0,
    teamCount: levels.reduce((sum, { count }) => sum + count, 0),
    teamVolume: formatVolume(levels.reduce((sum, { volume }) => sum + volume, 0n)),
    earned: inTokens(earned, 'USDT'),
    levels: levels.map(({ level, count, volume }) => ({
      level,
      rate: canEarn ? (role.bonusRates[level - 1] ?? 0) : 0,
      count,
      volume: formatVolume(volume),
    })),
    ...(sponsor === undefined ? {} : { sponsor: { uid: sponsor.uid, username: sponsor.username } }),
  };
}

/** GET /profile/referralBinding */
export async function readReferralBinding({ database, clock }: Services, memberId: string): Promise<SentDataOf<typeof definition>> {
  const [found] = await database
    .select({ uid: member.uid, username: member.username, boundAt: referralBinding.boundAt, finalAt: referralBinding.finalAt })
    .from(referralBinding)
    .innerJoin(member, eq(member.id, referralBinding.referrerId))
    .where(
      and(
        eq(referralBinding.memberId, memberId),
        isNull(referralBinding.undoneAt),
        isNull(referralBinding.settledAt),
        gt(referralBinding.finalAt, clock()),
      ),
    );
  if (found === undefined) return { binding: null };
  const { uid, username, boundAt, finalAt } = found;
  return { binding: { referrer: { uid, username }, boundAt: boundAt.toISOString(), undoUntil: finalAt.toISOString() } };
}
