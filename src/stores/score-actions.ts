import { count, terms } from '../lib/api/contract/scalars.ts';
import { juScoreClaim, juScorePurchase } from '../lib/api/contract/score.ts';
import { z } from '../lib/api/contract/zod.ts';
import { defineAction } from './actions.ts';
import { callApi } from './api.ts';
import { defineOrderAction, signs } from './order-action.ts';

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
