import { amount, count, time } from './scalars.ts';
import { z } from './zod.ts';

/** What a member can claim now, and when the next claims are due. */
export const claimInfo = z.object({
  privilege: z.object({ claimable: z.boolean(), juf: amount, score: count, nextAt: z.nullable(time) }),
  bonus: z.object({ claimable: amount }),
  roi: z.object({ claimable: amount }),
  vestedJuf: z.object({ claimable: amount }),
  score: z.object({ claimable: count, nextAt: z.nullable(time) }),
});

export type ClaimInfo = z.output<typeof claimInfo>;
