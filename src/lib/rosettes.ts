import type { Ring } from './ring-path.ts';

/** The site's rosettes: rings from the outside in, each drawn several times at slightly different angles. */
export const rosettes = {
  statement: [
    { petals: 24, radius: 880, swing: 98, copies: 5 },
    { petals: 24, radius: 627, swing: 175, copies: 5 },
    { petals: 24, radius: 400, swing: 155, copies: 5 },
    { petals: 24, radius: 240, swing: 105, copies: 5 },
  ],
  notice: [
    { petals: 18, radius: 840, swing: 140, copies: 5 },
    { petals: 18, radius: 540, swing: 210, copies: 5 },
    { petals: 18, radius: 280, swing: 130, copies: 4 },
  ],
} as const satisfies Readonly<Record<string, readonly (Ring & { copies: number })[]>>;

export type RosetteName = keyof typeof rosettes;
