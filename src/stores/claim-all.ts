import { atom } from 'nanostores';
import { ApiError } from '../lib/api/api-error.ts';
import { claimAll, claimKind } from '../lib/api/contract/claim-all.ts';
import { z } from '../lib/api/contract/zod.ts';
import { defineAction } from './actions.ts';
import { callApi } from './api.ts';

/** The kinds that were reviewed. */
const claimAllOrder = z.object({ kinds: z.array(claimKind) });
export type ClaimAllOrder = z.output<typeof claimAllOrder>;

/** The provider was found to lack the call: each claim has a button of its own. */
export const $lacksClaimAll = atom(false);

export const claimAllAction = defineAction({
  name: 'claim-all',
  order: claimAllOrder,
  body: claimAll.body,
  compose: ({ kinds }: ClaimAllOrder) => ({ kinds }),
  send: async (body, { isFirstTry, ...options }) => {
    try {
      return await callApi(claimAll, body, options);
    } catch (error) {
      if (!isFirstTry || !(error instanceof ApiError) || (error.status !== 404 && error.status !== 405)) throw error;
      $lacksClaimAll.set(true);
      // Whatever other providers answer here, it settles that nothing was claimed: not after an earlier request, which a proxy may have let through.
      const { message, status, detail, requestId, retryAfterSeconds, body: answer } = error;
      throw new ApiError(message, { code: 'NOT_FOUND', status, detail, requestId, retryAfterSeconds, body: answer });
    }
  },
  isStale: (key) => /^(profile|sales|staking|wallet|dashboard)\//.test(key),
});
