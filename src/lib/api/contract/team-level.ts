import { wholeNumber } from './query-values.ts';
import { z } from './zod.ts';

/** A team has three levels. */
export const level = z.int().check(z.gte(1), z.lte(3));
export const levelQuery = z.optional(wholeNumber(1, 3));
