import { eq } from 'drizzle-orm';
import type { Address } from 'viem';
import type { LanguageCode } from '../../../src/lib/i18n/languages.ts';
import type { Services } from '../../provider-services.ts';
import { nameOffer } from '../../terms/offer-names.ts';
import { member, type Member } from '../account/schema.ts';
import { readRole } from '../roles/read-role.ts';
import { readScore, scoreLevel } from '../score/read-score.ts';

export interface Sponsor {
  uid: string;
  username: string;
}

export interface UserInfo {
  id: string;
  uid: string;
  username: string;
  address: Address;
  avatar: string | null;
  referralCode: string;
  referrer: Sponsor | null;
  role: { code: string; name: string };
  scoreLevel: number;
  language: LanguageCode;
  createdAt: string;
}

/** GET /profile/userInfo */
export async function readUserInfo({ database, economy, clock, language }: Services, self: Member): Promise<UserInfo> {
  const now = clock();
  const [role, points, referrer] = await Promise.all([
    readRole(database, economy, self.id, now),
    readScore(database, self.id, now),
    self.referrerId === null ? null : readSponsor(database, self.referrerId),
  ]);
  return {
    id: self.id,
    uid: self.uid,
    username: self.username,
    address: self.address,
    avatar: self.avatar,
    referralCode: self.referralCode,
    referrer,
    role: { code: role.code, name: nameOffer(economy, 'roles', role.code, language) },
    scoreLevel: scoreLevel(economy, points),
    language: self.language,
    createdAt: self.createdAt.toISOString(),
  };
}

async function readSponsor(database: Services['database'], id: string): Promise<Sponsor | null> {
  const [sponsor] = await database.select({ uid: member.uid, username: member.username }).from(member).where(eq(member.id, id));
  return sponsor ?? null;
}
