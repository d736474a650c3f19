import { id, text } from '../lib/api/contract/scalars.ts';
import { claimJuf } from '../lib/api/contract/vesting.ts';
import { z } from '../lib/api/contract/zod.ts';
import { defineAction } from './actions.ts';
import { callApi } from './api.ts';
import { isTreasuryStale } from './treasury.ts';

/** For one purchase, or for all (null). */
const claimOrder = z.object({ purchase: z.nullable(z.object({ id, name: text, createdAt: text, insured: z.boolean() })) });
export type ClaimOrder = z.output<typeof claimOrder>;

export const claimAction = defineAction({
  name: 'claim-vested',
  order: claimOrder,
  body: claimJuf.body,
  compose: ({ purchase }: ClaimOrder) => (purchase === null ? {} : { purchaseId: purchase.id }),
  send: (body, options) => callApi(claimJuf, body, options),
  isStale: isTreasuryStale,
});
