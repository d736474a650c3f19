import { claimBonus } from '../lib/api/contract/bonuses.ts';
import { amount } from '../lib/api/contract/scalars.ts';
import { z } from '../lib/api/contract/zod.ts';
import { defineAction } from './actions.ts';
import { callApi } from './api.ts';

/** `amount` is what was claimable at the review. */
const bonusOrder = z.object({ amount });

export const claimBonusAction = defineAction({
  name: 'claim-bonus',
  order: bonusOrder,
  body: claimBonus.body,
  compose: () => ({}),
  send: (body, options) => callApi(claimBonus, body, options),
  isStale: (key) => /^(profile|wallet|dashboard)\//.test(key),
});
