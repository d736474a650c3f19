import { id, time } from './scalars.ts';
import { z } from './zod.ts';

/** When something was given that stands in no list of transactions, and under which id. An extension: a provider may lack it. */
export const receipt = z.object({ id, createdAt: time });
