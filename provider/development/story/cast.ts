import { type Address, getAddress, keccak256, slice, stringToHex } from 'viem';
import type { LanguageCode } from '../../../src/lib/i18n/languages.ts';
import { createSeededRandom } from './seeded-random.ts';

/** A member's behaviour; see `habits.ts`. The first account and the newcomer have stories of their own. */
export type Temper = 'FIRST_ACCOUNT' | 'NEWCOMER' | 'INVESTOR' | 'STAKER' | 'RECRUITER' | 'SAVER' | 'VISITOR';

export interface Character {
  address: Address;
  /** Null for members who keep their assigned name. */
  username: string | null;
  language: LanguageCode;
  /** Index of their sponsor in the cast. */
  sponsor: number | null;
  /** Whether they joined without a referral link and named their sponsor days later. */
  namesSponsorLater: boolean;
  joinedDaysAgo: number;
  temper: Temper;
}

/**
 * The accounts of the well-known phrase "test test test test test test test test test test test junk", which the development wallet holds.
 */
const WALLET: readonly Pick<Character, 'address' | 'temper' | 'joinedDaysAgo'>[] = [
  { address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', temper: 'FIRST_ACCOUNT', joinedDaysAgo: 118 },
  { address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', temper: 'INVESTOR', joinedDaysAgo: 116.6 },
  { address: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC', temper: 'STAKER', joinedDaysAgo: 112.3 },
  { address: '0x90F79bf6EB2c4f870365E785982E1f101E93b906', temper: 'RECRUITER', joinedDaysAgo: 106.8 },
  { address: '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65', temper: 'STAKER', joinedDaysAgo: 97.4 },
  { address: '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc', temper: 'SAVER', joinedDaysAgo: 88.2 },
  { address: '0x976EA74026E726554dB657fA54763abd0C3a0aa9', temper: 'INVESTOR', joinedDaysAgo: 79.5 },
  { address: '0x14dC79964da2C08b23698B3D3cc7Ca32193d9955', temper: 'RECRUITER', joinedDaysAgo: 66.1 },
  { address: '0x23618e81E3f5cdF7f54C3d65f7FBc0aBf5B21E8f', temper: 'VISITOR', joinedDaysAgo: 52.7 },
  { address: '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720', temper: 'NEWCOMER', joinedDaysAgo: 2.2 },
];
export const NEWCOMER = WALLET.findIndex(({ temper }) => temper === 'NEWCOMER');

const MEMBERS = 50;
const SPONSORED_LATER: readonly number[] = [12, 27, 41];

/** In the cast's order; all others keep their assigned names. */
const PEOPLE: readonly (readonly [username: string | null, language: LanguageCode])[] = [
  ['mira_okafor', 'en'],
  ['jonas-weber', 'de'],
  ['sakura88', 'jp'],
  ['linh_tran', 'vn'],
  ['王小雨', 'zh'],
  ['bagus_p', 'id'],
  ['giulia_conti', 'it'],
  ['김서연', 'kr'],
  [null, 'th'],
  [null, 'en'],
  ['theo_nakamura', 'jp'],
  ['annika-b', 'de'],
  ['paolo77', 'it'],
  ['mei_chen', 'tw'],
  ['dewi_lestari', 'id'],
  [null, 'en'],
  ['somchai_k', 'th'],
  ['captain_vo', 'vn'],
  ['ruth-adler', 'de'],
  ['박지훈', 'kr'],
  ['quiet_harbour', 'en'],
  ['lorenzo_r', 'it'],
  [null, 'zh'],
  ['さくらんぼ', 'jp'],
  ['tobias_h', 'de'],
  ['ngoc_anh', 'vn'],
  ['budi_santoso', 'id'],
  ['harriet_w', 'en'],
  [null, 'th'],
  ['林雅婷', 'tw'],
  ['francesca_m', 'it'],
  ['old_fox', 'en'],
  ['hana_sato', 'jp'],
  [null, 'kr'],
  ['emeka_u', 'en'],
  ['weiguang', 'zh'],
  ['sofia-lindt', 'de'],
  ['prasert9', 'th'],
  ['ayu_wulan', 'id'],
  [null, 'vn'],
  ['marco_v', 'it'],
  ['kaito_m', 'jp'],
  ['blue_kestrel', 'en'],
  ['이도현', 'kr'],
  [null, 'de'],
  ['thu_ha', 'vn'],
  ['yusuf_d', 'id'],
  ['carol_finch', 'en'],
  [null, 'tw'],
  ['ines_k', 'de'],
];

/** Fifty members: the development wallet's ten, and forty without keys. The first has a team of three levels. */
export const cast: readonly Character[] = castMembers();

function castMembers(): Character[] {
  const random = createSeededRandom(0x63617374);
  const members: Character[] = [];
  for (let index = 0; index < MEMBERS; index += 1) {
    const [username, language] = PEOPLE[index] ?? [null, 'en'];
    const sponsor = sponsorOf(index);
    const drawn = {
      address: addressWithoutKey(index),
      joinedDaysAgo: joinedDaysAgo(members[sponsor ?? 0]?.joinedDaysAgo ?? 0, random.next()),
      temper: random.pick(['INVESTOR', 'STAKER', 'STAKER', 'RECRUITER', 'SAVER', 'SAVER', 'VISITOR'] as const),
    };
    members.push({ username, language, sponsor, namesSponsorLater: SPONSORED_LATER.includes(index), ...(WALLET[index] ?? drawn) });
  }
  return members;
}

/** Eight are below the first, three below each of those, and seventeen below some of these. The newcomer has no team. */
function sponsorOf(index: number): number | null {
  if (index === 0) return null;
  if (index <= 8) return 0;
  if (index <= 32) return Math.floor((index - 9) / 3) + 1;
  return Math.floor((index - 33) / 3) + 10;
}

/** Rather soon after the sponsor, and not in the last three days. */
function joinedDaysAgo(sponsorDaysAgo: number, drawn: number): number {
  const [soonest, latest] = [sponsorDaysAgo - 0.6, 3];
  return soonest - drawn * drawn * 0.9 * (soonest - latest);
}

function addressWithoutKey(index: number): Address {
  return getAddress(slice(keccak256(stringToHex(`a member of the development database, number ${index}`)), 12));
}
