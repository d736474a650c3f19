import { z } from './zod.ts';

/** A query value of plain decimal digits. */
// @__NO_SIDE_EFFECTS__
export function wholeNumber(minimum: number, maximum: number): z.ZodMiniType<number, string> {
  const digits = z.string().check(z.regex(/^\d{1,15}$/));
  return z.pipe(z.pipe(digits, z.transform(Number)), z.int().check(z.gte(minimum), z.lte(maximum)));
}

const word = z.enum(['true', 'false']);
export const flag = z.pipe(
  z.pipe(
    word,
    z.transform((text) => text === 'true'),
  ),
  z.boolean(),
);

/** Parameters of every paged call; spread into its query. */
export const paging = {
  page: z._default(wholeNumber(1, 1_000_000), 1),
  size: z._default(wholeNumber(1, 100), 20),
};
