import type { MemberAct, Moment } from './scene.ts';

/** The development wallet's first account has a fixed story, so that every page has something to show. */
export function firstAccountsLife(): Moment[] {
  return [
    ...MOVES.map(([daysAgo, act]): Moment => ({ when: { daysAgo }, who: 0, act })),
    ...RECEIVED.map(([who, daysAgo, act]): Moment => ({ when: { daysAgo }, who, act })),
    ...POINT_DAYS.map((utcDaysAgo, index): Moment => ({
      when: { utcDaysAgo, hour: 7 + ((index * 7) % 5) / 4 },
      who: 0,
      act: { do: 'CLAIM_POINTS' },
    })),
  ];
}

const usdt = (amount: string): MemberAct => ({ do: 'DEPOSIT', token: 'USDT', amount });
const juf = (amount: string): MemberAct => ({ do: 'DEPOSIT', token: 'JUF', amount });
const ju = (amount: string): MemberAct => ({ do: 'DEPOSIT', token: 'JU', amount });

const MOVES: readonly (readonly [daysAgo: number, act: MemberAct])[] = [
  [117.9, usdt('2500')],
  [117.8, ju('4000')],
  [116.4, { do: 'BUY_JUF', code: 'SEED', usdt: '1500', insured: false }],
  [116.1, { do: 'BUY_ROLE', code: 'SILVER' }],
  [109.2, usdt('6000')],
  [108.6, { do: 'BUY_JUF', code: 'GROWTH', usdt: '2400', insured: true }],
  [104.3, { do: 'TRANSFER', to: 3, token: 'USDT', amount: '45', remark: 'Welcome aboard' }],
  [101.7, { do: 'CLAIM_JUF' }],
  [101.6, { do: 'STAKE', amount: { juf: '1500' }, days: 30 }],
  [99.2, { do: 'CLAIM_BONUS' }],
  [95.4, { do: 'BUY_ROLE', code: 'GOLD' }],
  [92.5, { do: 'BUY_POINTS', points: 2_000 }],
  [90.3, { do: 'CLAIM_BONUS' }],
  [88.1, { do: 'CLAIM_JUF' }],
  [86.9, juf('9000')],
  [85.7, { do: 'CLAIM_PRIVILEGE' }],
  [84.2, { do: 'STAKE', amount: { juf: '5000' }, days: 180 }],
  [83.9, { do: 'CHARGE_TURBO', units: 2 }],
  [83.4, usdt('1600')],
  [83.1, { do: 'BUY_ROLE', code: 'PLATINUM' }],
  [80.3, { do: 'CLAIM_BONUS' }],
  [79.1, { do: 'TRANSFER', to: 2, token: 'JUF', amount: '120', remark: 'for the hardware wallet' }],
  [76.2, usdt('5000')],
  [75.4, { do: 'BUY_JUF', code: 'SUMMIT', usdt: '2600', insured: true }],
  [71.2, { do: 'WITHDRAW_CAPITAL' }],
  [68.6, { do: 'CLAIM_ROI' }],
  [66.3, { do: 'TRANSFER', to: 4, token: 'JU', amount: '80', remark: 'gas money' }],
  [63.5, { do: 'CLAIM_JUF' }],
  [58.4, ju('9500')],
  [55.9, { do: 'CLAIM_PRIVILEGE' }],
  [52.7, { do: 'CHARGE_TURBO', units: 3 }],
  [50.1, { do: 'BUY_JUF', code: 'RIDGE', usdt: '1800', insured: false }],
  [47.3, { do: 'CLAIM_JUF' }],
  [46.9, { do: 'TRANSFER', to: 5, token: 'USDT', amount: '250', remark: '' }],
  [44.8, { do: 'CLAIM_ROI' }],
  [41.3, { do: 'STAKE', amount: { juf: '1200' }, days: 30 }],
  [38.2, { do: 'USE_CODE', kind: 'JUF' }],
  [36.5, usdt('7500')],
  [34.4, { do: 'BUY_POINTS', points: 5_000 }],
  [31.9, { do: 'CLAIM_JUF' }],
  [29.7, { do: 'CLAIM_ROI' }],
  [25.1, { do: 'STAKE', amount: { juf: '2500' }, days: 90 }],
  [22.6, { do: 'TRANSFER', to: 8, token: 'USDT', amount: '75.5', remark: 'concert tickets' }],
  [20.8, { do: 'CLAIM_JUF' }],
  [18.3, { do: 'CLAIM_ROI' }],
  [16.4, { do: 'BUY_JUF', code: 'SEED', usdt: '900', insured: false }],
  [12.7, { do: 'CHARGE_TURBO', units: 3 }],
  [10.2, { do: 'CLAIM_JUF' }],
  [8.9, { do: 'BUY_POINTS', points: 1_500 }],
  [6.6, { do: 'TRANSFER', to: 1, token: 'JUF', amount: '300', remark: 'as agreed' }],
  [5.8, { do: 'CLAIM_ROI' }],
  [4.9, { do: 'CLAIM_JUF' }],
  // The announcement of four days ago says that this is possible.
  [3.2, { do: 'CANCEL_INSURANCE' }],
  [1.4, { do: 'TRANSFER', to: 9, token: 'USDT', amount: '10', remark: 'to begin with' }],
  [0.35, { do: 'TRANSFER', to: 4, token: 'USDT', amount: '32.4', remark: 'lunch' }],
];

/** Transfers from others. */
const RECEIVED: readonly (readonly [who: number, daysAgo: number, act: MemberAct])[] = [
  [3, 90.6, { do: 'TRANSFER', to: 0, token: 'USDT', amount: '18.9', remark: 'my half of dinner' }],
  [2, 57.2, { do: 'TRANSFER', to: 0, token: 'JU', amount: '40', remark: 'Danke!' }],
  [1, 33.4, { do: 'TRANSFER', to: 0, token: 'USDT', amount: '120', remark: 'for your help with the team' }],
  [6, 13.3, { do: 'TRANSFER', to: 0, token: 'JUF', amount: '25', remark: 'grazie' }],
  [5, 2.3, { do: 'TRANSFER', to: 0, token: 'USDT', amount: '8', remark: 'coffee' }],
];

/** Some scattered days, and every day of the last three weeks except today. */
const POINT_DAYS: readonly number[] = [
  ...[113, 112, 111, 110, 103, 97, 96, 95, 94, 93, 92, 78, 70, 69, 68, 54, 53, 40, 39, 38, 37, 36],
  ...Array.from({ length: 21 }, (_, index) => 21 - index),
];
