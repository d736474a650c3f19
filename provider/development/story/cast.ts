import { type Address, getAddress, keccak256, slice, stringToHex } from 'viem';
import type { LanguageCode } from '../../../src/lib/i18n/languages.ts';

/** A member's behaviour. The first account and the newcomer have stories of their own. */
type Temper = 'FIRST_ACCOUNT' | 'NEWCOMER' | 'INVESTOR' | 'STAKER' | 'RECRUITER' | 'SAVER' | 'VISITOR';

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

export type Range = readonly [least: number, most: number];
type Some<Item> = readonly [Item, ...Item[]];

/** How much and how often a member with a given temper acts. */
export interface Habits {
  purchases: Range;
  /** USDT per purchase; smaller ones are more frequent. */
  usdt: Range;
  packages: Some<string>;
  insuredInPercent: number;
  claimsJufEveryDays: Range;
  /** Share of the available balance staked after a claim; 0 for members who don't stake. */
  stakedPercent: number;
  stakeDays: Some<number>;
  turboInPercent: number;
  claimsRoiEveryDays: Range;
  /** Bought one after another. */
  roles: readonly string[];
  /** Periods of about a week in which points are claimed daily. */
  pointRuns: Range;
  pointRunDays: Range;
  pointPurchases: Range;
  transfers: Range;
  /** Deposited on the first day. */
  ju: Range;
  /** Deposited by some on the first day, and staked. */
  juf: Range;
}

export const habitsOf: Readonly<Record<Exclude<Temper, 'FIRST_ACCOUNT' | 'NEWCOMER'>, Habits>> = {
  INVESTOR: {
    purchases: [2, 4],
    usdt: [1_500, 14_000],
    packages: ['GROWTH', 'SUMMIT', 'SUMMIT', 'RIDGE'],
    insuredInPercent: 55,
    claimsJufEveryDays: [16, 30],
    stakedPercent: 60,
    stakeDays: [180, 360],
    turboInPercent: 40,
    claimsRoiEveryDays: [25, 40],
    roles: ['SILVER', 'GOLD'],
    pointRuns: [0, 1],
    pointRunDays: [3, 6],
    pointPurchases: [0, 1],
    transfers: [0, 2],
    ju: [1_500, 9_000],
    juf: [1_000, 12_000],
  },
  STAKER: {
    purchases: [2, 3],
    usdt: [300, 6_000],
    packages: ['SEED', 'SEED', 'GROWTH'],
    insuredInPercent: 20,
    claimsJufEveryDays: [9, 16],
    stakedPercent: 75,
    stakeDays: [30, 90, 180],
    turboInPercent: 65,
    claimsRoiEveryDays: [14, 24],
    roles: ['SILVER'],
    pointRuns: [0, 2],
    pointRunDays: [2, 5],
    pointPurchases: [0, 1],
    transfers: [0, 3],
    ju: [800, 4_000],
    juf: [500, 6_000],
  },
  RECRUITER: {
    purchases: [1, 2],
    usdt: [150, 1_500],
    packages: ['SEED', 'GROWTH'],
    insuredInPercent: 25,
    claimsJufEveryDays: [14, 24],
    stakedPercent: 40,
    stakeDays: [30, 90],
    turboInPercent: 20,
    claimsRoiEveryDays: [20, 30],
    roles: ['SILVER', 'GOLD', 'PLATINUM'],
    pointRuns: [1, 2],
    pointRunDays: [3, 8],
    pointPurchases: [1, 2],
    transfers: [2, 5],
    ju: [200, 1_200],
    juf: [100, 600],
  },
  SAVER: {
    purchases: [2, 4],
    usdt: [20, 400],
    packages: ['SEED', 'GROWTH'],
    insuredInPercent: 15,
    claimsJufEveryDays: [18, 32],
    stakedPercent: 80,
    stakeDays: [90, 180],
    turboInPercent: 15,
    claimsRoiEveryDays: [25, 40],
    roles: [],
    pointRuns: [1, 2],
    pointRunDays: [3, 7],
    pointPurchases: [0, 0],
    transfers: [0, 2],
    ju: [50, 500],
    juf: [100, 900],
  },
  VISITOR: {
    purchases: [0, 1],
    usdt: [50, 300],
    packages: ['SEED'],
    insuredInPercent: 0,
    claimsJufEveryDays: [30, 45],
    stakedPercent: 0,
    stakeDays: [30],
    turboInPercent: 0,
    claimsRoiEveryDays: [40, 50],
    roles: [],
    pointRuns: [0, 1],
    pointRunDays: [2, 5],
    pointPurchases: [0, 0],
    transfers: [0, 1],
    ju: [20, 200],
    juf: [20, 90],
  },
};

/** Pseudo-random draws, the same for the same seed. */
export interface SeededRandom {
  /** From 0 (inclusive) to 1 (exclusive). */
  next(): number;
  /** An integer; both ends inclusive. */
  between(least: number, most: number): number;
  pick<Item>(items: readonly [Item, ...Item[]]): Item;
  isInPercent(percent: number): boolean;
}

/** Mulberry32: 32 bits per draw. */
export function createSeededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    between: (least, most) => least + Math.floor(next() * (most - least + 1)),
    pick: (items) => items[Math.floor(next() * items.length)] ?? items[0],
    isInPercent: (percent) => next() * 100 < percent,
  };
}
