export interface Ring {
  petals: number;
  /** Radius of the centre line, in the picture's units. */
  radius: number;
  /** How far the line swings to either side of the centre line. */
  swing: number;
  /** Direction of the first petal, as a fraction of the distance between two petals. */
  turn?: number;
}

/** Length of a cubic's handles, as a fraction of its angle, to follow a sine from its peak to its trough. */
const SINE_HANDLE = 0.3642;

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

/**
 * A line that swings around a circle like that of an engraver's rose engine; several of them, rotated against each other, make a rosette.
 * Centred on the origin, in integers: choose a large picture (a radius of 1000), so that rounding isn't visible.
 */
export function ringPath({ petals, radius, swing, turn = 0 }: Ring): string {
  const step = Math.PI / petals;
  const pointAt = (index: number, alongHandles = 0): string => {
    const angle = (index + 2 * turn) * step - Math.PI / 2;
    const reach = radius + (index % 2 === 0 ? swing : -swing);
    const handle = alongHandles * reach * step * SINE_HANDLE;
    const x = Math.cos(angle) * reach - Math.sin(angle) * handle;
    const y = Math.sin(angle) * reach + Math.cos(angle) * handle;
    return `${Math.round(x)} ${Math.round(y)}`;
  };
  const swings = Array.from({ length: 2 * petals }, (_, index) => {
    const command = index === 0 ? `C${pointAt(0, 1)} ` : 'S';
    return `${command}${pointAt(index + 1, -1)} ${pointAt(index + 1)}`;
  });
  return `M${pointAt(0)}${swings.join('')}Z`;
}

export type RosetteName = keyof typeof rosettes;
