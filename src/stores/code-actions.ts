import { activeCode } from '../lib/api/contract/profile.ts';
import { typedCode } from '../lib/api/contract/scalars.ts';
import { z } from '../lib/api/contract/zod.ts';
import { defineAction } from './actions.ts';
import { callApi } from './api.ts';

/** Redeems an activation code: JUF, points or a role. */
export const redeemAction = defineAction({
  name: 'redeem-code',
  order: z.object({ code: typedCode }),
  body: activeCode.body,
  compose: ({ code }: { code: string }) => ({ code }),
  send: (body, options) => callApi(activeCode, body, options),
  isStale: (key) => /^(profile|sales|wallet|dashboard)\//.test(key),
});
