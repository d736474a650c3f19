import type { PackageCode, RoleCode } from '../../economy.ts';
import type { Temper } from './cast.ts';

export type Range = readonly [least: number, most: number];
type Some<Item> = readonly [Item, ...Item[]];

/** How much and how often a member with a given temper acts. */
export interface Habits {
  purchases: Range;
  /** USDT per purchase; smaller ones are more frequent. */
  usdt: Range;
  packages: Some<PackageCode>;
  insuredInPercent: number;
  claimsJufEveryDays: Range;
  /** Share of the available balance staked after a claim; 0 for members who don't stake. */
  stakedPercent: number;
  stakeDays: Some<number>;
  turboInPercent: number;
  claimsRoiEveryDays: Range;
  /** Bought one after another. */
  roles: readonly RoleCode[];
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
