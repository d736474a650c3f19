import { id, time } from './scalars.ts';
import { z } from './zod.ts';

/** Time and id of something that isn't listed as a transaction. An extension: a provider may lack it. */
export const receipt = z.object({ id, createdAt: time });
