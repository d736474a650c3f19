import { fromTokens } from '../../token-amounts.ts';
import { cast, createSeededRandom, NEWCOMER, type SeededRandom } from './cast.ts';
import { liveOn } from './everyday-life.ts';
import type { MemberAct, Moment, OperatorAct, Scene, When } from './scene.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const MINUTES_OFF = 5;
const SEED = 0x4a55;

/** Everything that happens in the 120 days before `end`, in order, no two events at the same moment; deterministic. */
export function planStory(end: Date): Scene[] {
  const random = createSeededRandom(SEED);
  const lives = cast.flatMap((character, who) => {
    const written = character.temper === 'FIRST_ACCOUNT' || character.temper === 'NEWCOMER';
    return [...arrive(who), ...(written ? [] : liveOn(who, character, random))];
  });
  const moments: Moment[] = [...operatorsPart(), ...lives, ...firstAccountsLife(), ...newcomersLife()];
  return inOrder(
    moments.map(({ when, ...deed }) => ({ at: about(momentOf(when, end), random), ...deed })),
    end,
  );
}

function arrive(who: number): Moment[] {
  const character = cast[who];
  if (character === undefined) return [];
  const { joinedDaysAgo, username, namesSponsorLater } = character;
  return [
    { when: { daysAgo: joinedDaysAgo }, who, act: { do: 'JOIN' } },
    ...(username === null ? [] : [{ when: { daysAgo: joinedDaysAgo - 0.01 }, who, act: { do: 'TAKE_NAME' as const } }]),
    ...(namesSponsorLater ? [{ when: { daysAgo: joinedDaysAgo - 1.5 }, who, alone: 'NAME_SPONSOR' as const }] : []),
  ];
}

function newcomersLife(): Moment[] {
  return [
    { when: { daysAgo: 2.1 }, who: NEWCOMER, act: { do: 'DEPOSIT', token: 'USDT', amount: '60' } },
    { when: { daysAgo: 2 }, who: NEWCOMER, act: { do: 'DEPOSIT', token: 'JU', amount: '25' } },
    { when: { utcDaysAgo: 1, hour: 18.3 }, who: NEWCOMER, act: { do: 'CLAIM_POINTS' } },
  ];
}

function momentOf(when: When, end: Date): Date {
  if ('daysAgo' in when) return new Date(Math.round(end.getTime() - when.daysAgo * DAY_MS));
  const today = end.getTime() - (end.getTime() % DAY_MS);
  return new Date(Math.round(today - when.utcDaysAgo * DAY_MS + when.hour * HOUR_MS));
}

/** Random delay of each event. Events that depend on each other are further apart than this. */
function about(moment: Date, random: SeededRandom): Date {
  return new Date(moment.getTime() + random.between(-MINUTES_OFF * 60_000, MINUTES_OFF * 60_000));
}

function inOrder(scenes: readonly Scene[], end: Date): Scene[] {
  const sorted = scenes.filter(({ at }) => at < end).toSorted((a, b) => a.at.getTime() - b.at.getTime());
  let last = 0;
  return sorted.map((scene) => {
    last = Math.max(scene.at.getTime(), last + 1);
    return { ...scene, at: new Date(last) };
  });
}

/** The development wallet's first account has a fixed story, so that every page has something to show. */
function firstAccountsLife(): Moment[] {
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

const DAYS = 118;
const JOBS_EVERY_DAYS = 7;

/** What the operator and the provider's jobs did meanwhile. How often the jobs run only affects when things are booked. */
function operatorsPart(): Moment[] {
  const moment = (daysAgo: number, act: OperatorAct): Moment => ({ when: { daysAgo }, who: null, act });
  const jobs = Array.from({ length: Math.floor(DAYS / JOBS_EVERY_DAYS) }, (_, index): Moment => ({
    when: { utcDaysAgo: 1 + index * JOBS_EVERY_DAYS, hour: 3 },
    who: null,
    alone: 'RUN_JOBS',
  }));
  return [
    moment(118.5, { do: 'FUND_POOL', pool: 'REWARD_POOL_FREE', amount: '20000' }),
    moment(118.4, { do: 'FUND_POOL', pool: 'INSURANCE_POOL_FREE', amount: '12000' }),
    moment(44, {
      do: 'ISSUE_CODES',
      count: 12,
      reward: { kind: 'JUF', amountBaseUnits: fromTokens('25', 'JUF') },
      days: 30,
    }),
    moment(43.9, { do: 'ISSUE_CODES', count: 6, reward: { kind: 'SCORE', points: 500 }, days: 60 }),
    ...jobs,
    ...USES_OF_CODES.map(([who, daysAgo, kind]): Moment => ({ when: { daysAgo }, who, act: { do: 'USE_CODE', kind } })),
  ];
}

const USES_OF_CODES: readonly (readonly [who: number, daysAgo: number, kind: 'JUF' | 'SCORE'])[] = [
  [3, 41.6, 'JUF'],
  [7, 40.2, 'JUF'],
  [11, 37.5, 'SCORE'],
  [16, 33.8, 'JUF'],
  [5, 28.4, 'SCORE'],
];
