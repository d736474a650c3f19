import { amount, count, id, terms } from '../lib/api/contract/scalars.ts';
import { turboCharge, withdrawCapital } from '../lib/api/contract/position-actions.ts';
import { z } from '../lib/api/contract/zod.ts';
import { defineAction } from './actions.ts';
import { callApi } from './api.ts';
import { defineOrderAction, signs } from './order-action.ts';
import { isStakingStale } from './staking-actions.ts';

/** `amount` is the position's. */
const withdrawOrder = z.object({ stakingId: id, amount });
/** `maxPaid` is the reviewed price, the most that is paid, and only under `terms`. Both are missing only in orders that an earlier build stored. */
const turboOrder = z.object({ stakingId: id, units: count, amount, maxPaid: z.optional(amount), terms, signs });

export type WithdrawOrder = z.output<typeof withdrawOrder>;
export type TurboOrder = z.output<typeof turboOrder>;

export const withdrawCapitalAction = defineAction({
  name: 'withdraw-capital',
  order: withdrawOrder,
  body: withdrawCapital.body,
  compose: ({ stakingId }) => ({ stakingId }),
  send: (body, options) => callApi(withdrawCapital, body, options),
  isStale: isStakingStale,
});

export const turboChargeAction = defineOrderAction({
  name: 'turbo-charge',
  order: turboOrder,
  body: turboCharge.body,
  compose: ({ stakingId, units, maxPaid, terms: reviewed }: TurboOrder) => ({ stakingId, units, maxPaid, terms: reviewed }),
  send: (body, options) => callApi(turboCharge, body, options),
  isStale: isStakingStale,
});
