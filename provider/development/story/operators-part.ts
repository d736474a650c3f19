import { fromDecimalString } from '../../../src/lib/amount.ts';
import { tokenDecimals } from '../../token-decimals.ts';
import type { Moment, OperatorAct } from './scene.ts';

const DAYS = 118;
const JOBS_EVERY_DAYS = 7;

/** What the operator and the provider's jobs did meanwhile. How often the jobs run only affects when things are booked. */
export function operatorsPart(): Moment[] {
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
      reward: { kind: 'JUF', amountBaseUnits: fromDecimalString('25', tokenDecimals.JUF) },
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
