import { atom } from 'nanostores';
import type { DataOf } from '../lib/api/contract/define-call.ts';
import { count, terms } from '../lib/api/contract/scalars.ts';
import { juScoreClaim, juScoreHistory, juScoreInfo, juScoreLevels, juScorePurchase } from '../lib/api/contract/score.ts';
import { z } from '../lib/api/contract/zod.ts';
import { defineAction } from './actions.ts';
import { callApi } from './api.ts';
import { orLacking } from './or-lacking.ts';
import { defineOrderAction, signs } from './order-action.ts';
import { readQuery } from './read-query.ts';
import { createQuery, readAgain } from './server-state.ts';
import { $sessionTag } from './session.ts';

export type JuScoreInfo = DataOf<typeof juScoreInfo>;
export type JuScorePage = DataOf<typeof juScoreHistory>['list'];

export type ScoreLevel = DataOf<typeof juScoreLevels>['levels'][number];

export const SCORE_PAGE_ROWS = 20;

const infoKey = 'sales/juScore/info:';
const levelsKey = 'sales/juScore/levels:';
const historyKey = 'sales/juScore/history:';

/** Points, level, streak, and what can be claimed or bought today. */
export const $juScoreInfo = readQuery(infoKey, juScoreInfo);

/** What each level requires and gives; empty if the provider lacks the call. */
export const $scoreLevels = createQuery<ScoreLevel[]>([levelsKey, $sessionTag], {
  kept: juScoreLevels.output.shape.levels,
  fetcher: () => orLacking(async () => (await callApi(juScoreLevels, {})).levels, []),
});

export const $jscoreHistoryPage = atom(1);

/** One page of changes of the points, newest first. */
export const $jscoreHistory = createQuery<JuScorePage>([historyKey, $jscoreHistoryPage, $sessionTag], {
  kept: juScoreHistory.output.shape.list,
  fetcher: async () => {
    const { list } = await callApi(juScoreHistory, { page: $jscoreHistoryPage.get(), size: SCORE_PAGE_ROWS });
    return list;
  },
});

export function refreshScore(): void {
  readAgain('sales/juScore/');
}

const pointsOrder = z.object({ points: count, terms, signs });
export type PointsOrder = z.output<typeof pointsOrder>;

/** Points change fees, power and, if bought, the balance. */
const isScoreStale = (key: string): boolean => /^(profile|sales|wallet|dashboard)\//.test(key);

export const buyPointsAction = defineOrderAction({
  name: 'buy-points',
  order: pointsOrder,
  body: juScorePurchase.body,
  compose: ({ points, terms: reviewed }: PointsOrder) => ({ points, terms: reviewed }),
  send: (body, options) => callApi(juScorePurchase, body, options),
  isStale: isScoreStale,
});

/** Claims today's points; the order holds how many were offered. */
export const claimPointsAction = defineAction({
  name: 'claim-points',
  order: pointsOrder,
  body: juScoreClaim.body,
  compose: () => ({}),
  send: (body, options) => callApi(juScoreClaim, body, options),
  isStale: isScoreStale,
});

/** Without a review: it costs nothing, and points can't be lost by it. */
export function claimPoints(points: number): void {
  claimPointsAction.review({ points });
  void claimPointsAction.confirm();
}
