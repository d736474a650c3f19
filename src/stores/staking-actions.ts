import { toDecimalString } from '../lib/amount.ts';
import { turboCharge, withdrawCapital } from '../lib/api/contract/position-actions.ts';
import { amount, count, id, terms } from '../lib/api/contract/scalars.ts';
import { claimRoi, stakingPurchase } from '../lib/api/contract/staking.ts';
import { z } from '../lib/api/contract/zod.ts';
import { defineAction } from './actions.ts';
import { callApi } from './api.ts';
import { defineOrderAction, signs } from './order-action.ts';

const stakeOrder = z.object({ amount, periodId: id, days: count, back: amount, terms, signs });
/** For one position, or for all if the id is null; `amount` is the position's. */
const claimOrder = z.object({ stakingId: z.nullable(id), amount });

/** `amount` is the position's. */
const withdrawOrder = z.object({ stakingId: id, amount });
/** `maxPaid` is the reviewed price, the most that is paid, and only under `terms`. Both are missing only in orders that an earlier build stored. */
const turboOrder = z.object({ stakingId: id, units: count, amount, maxPaid: z.optional(amount), terms, signs });

export type StakeOrder = z.output<typeof stakeOrder>;
export type ClaimOrder = z.output<typeof claimOrder>;
export type WithdrawOrder = z.output<typeof withdrawOrder>;
export type TurboOrder = z.output<typeof turboOrder>;

/** Any staking action changes balances, positions and the dashboard. */
const isStakingStale = (key: string): boolean => /^(staking\/|wallet\/|dashboard\/home|profile\/claimInfo)/.test(key);

export const stakeAction = defineOrderAction({
  name: 'stake',
  order: stakeOrder,
  body: stakingPurchase.body,
  compose: ({ amount: asked, periodId, terms: reviewed }) => ({ amount: toDecimalString(asked), periodId, terms: reviewed }),
  send: (body, options) => callApi(stakingPurchase, body, options),
  isStale: isStakingStale,
});

export const claimRoiAction = defineAction({
  name: 'claim-roi',
  order: claimOrder,
  body: claimRoi.body,
  compose: ({ stakingId }) => (stakingId === null ? {} : { stakingId }),
  send: (body, options) => callApi(claimRoi, body, options),
  isStale: isStakingStale,
});

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
  compose: ({ stakingId, units, maxPaid, terms: reviewed }: TurboOrder) => ({
    stakingId,
    units,
    maxPaid: maxPaid === undefined ? undefined : toDecimalString(maxPaid),
    terms: reviewed,
  }),
  send: (body, options) => callApi(turboCharge, body, options),
  isStale: isStakingStale,
});
