import { amount, count, id, positiveAmount } from '../lib/api/contract/scalars.ts';
import { claimRoi, stakingPurchase, turboCharge, withdrawCapital } from '../lib/api/contract/staking.ts';
import { z } from '../lib/api/contract/zod.ts';
import { defineAction } from './actions.ts';
import { callApi } from './api.ts';

const stakeOrder = z.object({ amount: positiveAmount, periodId: id, days: count, back: amount });
/** Of one position, or of all when there is no id; `amount` is the position's. */
const claimOrder = z.object({ stakingId: z.nullable(id), amount });
const withdrawOrder = z.object({ stakingId: id, amount });
const turboOrder = z.object({ stakingId: id, units: count, amount });

export type StakeOrder = z.output<typeof stakeOrder>;
export type ClaimOrder = z.output<typeof claimOrder>;
export type WithdrawOrder = z.output<typeof withdrawOrder>;
export type TurboOrder = z.output<typeof turboOrder>;

/** All of them move what the balances, the positions and the dashboard show. */
const isStale = (key: string): boolean => /^(staking\/|wallet\/|dashboard\/home|profile\/claimInfo)/.test(key);

export const stakeAction = defineAction({
  name: 'stake',
  order: stakeOrder,
  body: stakingPurchase.body,
  compose: ({ amount: asked, periodId }) => ({ amount: asked, periodId }),
  send: (body, options) => callApi(stakingPurchase, body, options),
  isStale,
});

export const claimRoiAction = defineAction({
  name: 'claim-roi',
  order: claimOrder,
  body: claimRoi.body,
  compose: ({ stakingId }) => (stakingId === null ? {} : { stakingId }),
  send: (body, options) => callApi(claimRoi, body, options),
  isStale,
});

export const withdrawCapitalAction = defineAction({
  name: 'withdraw-capital',
  order: withdrawOrder,
  body: withdrawCapital.body,
  compose: ({ stakingId }) => ({ stakingId }),
  send: (body, options) => callApi(withdrawCapital, body, options),
  isStale,
});

export const turboChargeAction = defineAction({
  name: 'turbo-charge',
  order: turboOrder,
  body: turboCharge.body,
  compose: ({ stakingId, units }) => ({ stakingId, units }),
  send: (body, options) => callApi(turboCharge, body, options),
  isStale,
});
