import type { contract } from '../../../src/lib/api/contract/contract.ts';
import type { DataOf } from '../../../src/lib/api/contract/define-call.ts';
import { toDecimalString } from '../../../src/lib/amount.ts';
import type { Services } from '../../provider-services.ts';
import { tokenDecimals } from '../../token-decimals.ts';
import { findByReferralCode } from '../account/find-or-create-member.ts';
import type { Member } from '../account/schema.ts';
import { readMostBonuses } from '../bonuses/most-bonuses.ts';
import { sumBonuses, totalOf } from '../bonuses/read-bonus-info.ts';
import { countLookUp, type LookUp } from '../look-ups/count-look-up.ts';
import { readRole } from '../roles/read-role.ts';
import { formatVolume } from '../team/format-volume.ts';
import { readTeamLevels } from '../team/team-levels.ts';

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
