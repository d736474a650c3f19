export interface Ring {
  petals: number;
  /** Of the middle line, in the picture's units. */
  radius: number;
  /** How far the line swings in and out of the middle line. */
  swing: number;
  /** Where the first petal points, as a part of the distance between two petals. */
  turn?: number;
}

/** How long the handles of a cubic must be, as a part of the angle it spans, to follow a sine from its height to its depth. */
const SINE_HANDLE = 0.3642;

/**
 * A line that swings around a circle, as an engraver's rose engine draws it; several, turned against each other, make a rosette.
 * Around the origin, in whole units: choose a picture large enough (a radius of 1000), so that rounding is not seen.
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
