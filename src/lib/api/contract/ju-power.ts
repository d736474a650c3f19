import { defineCall } from './define-call.ts';
import { amount, count, day } from './scalars.ts';
import { z } from './zod.ts';

/** `rank` is null for a member without power. */
export const juPowerInfo = defineCall({
  method: 'GET',
  path: '/sales/juPowerInfo',
  auth: 'session',
  idempotent: false,
  output: z.object({
    power: amount,
    rank: z.nullable(count),
    parts: z.object({ treasury: amount, staking: amount, role: amount, score: amount }),
    history: z.array(z.object({ day, power: amount })),
  }),
  errors: [],
});
