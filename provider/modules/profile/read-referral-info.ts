import { and, eq, gt, isNull } from 'drizzle-orm';
import { toDecimalString } from '../../../src/lib/amount.ts';
import type { contract } from '../../../src/lib/api/contract/contract.ts';
import type { DataOf } from '../../../src/lib/api/contract/define-call.ts';
import type { referralBinding as definition } from '../../../src/lib/api/contract/profile.ts';
import type { Services } from '../../provider-services.ts';
import { tokenDecimals } from '../../token-decimals.ts';
import { findByReferralCode } from '../account/member.ts';
import { type Member, member } from '../account/schema.ts';
import { readMostBonuses } from '../bonuses/credit-referral-bonuses.ts';
import { sumBonuses, totalOf } from '../bonuses/list-bonuses.ts';
import { countLookUp, type LookUp } from '../look-ups/count-look-up.ts';
import { readRole } from '../roles/read-role.ts';
import { formatVolume, readTeamLevels } from '../team/list-team.ts';
import { referralBinding } from './schema.ts';

type ReferralInfo = DataOf<(typeof contract)['referralInfo']>;

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
    earned: toDecimalString(earned, tokenDecimals.USDT),
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
export async function readReferralBinding({ database, clock }: Services, memberId: string): Promise<DataOf<typeof definition>> {
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
