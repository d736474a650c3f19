/** One arc of a donut as SVG path data, in the order given, clockwise from twelve. */
export interface DonutSlice {
  path: string;
  /** Position in the list, which decides the shade. */
  index: number;
}

const CENTER = 120;
const RADIUS = 98;
/** The gap between slices, as an angle in turns. */
const GAP = 0.0035;
const WHOLE_BASIS_POINTS = 10_000;

/** Takes shares in basis points that add up to 10,000; shares of zero draw nothing. For a viewBox of 240 × 240. */
export function donutSlices(shares: readonly number[]): DonutSlice[] {
  const visible = shares.filter((share) => share > 0).length;
  let start = 0;
  return shares.flatMap((share, index) => {
    const end = start + share / WHOLE_BASIS_POINTS;
    const slice = { index, path: visible === 1 ? circle() : arc(start + GAP / 2, Math.max(end - GAP / 2, start + GAP)) };
    start = end;
    return share > 0 ? [slice] : [];
  });
}

function arc(start: number, end: number): string {
  return `M${point(start)}A${RADIUS} ${RADIUS} 0 ${end - start > 0.5 ? 1 : 0} 1 ${point(end)}`;
}

/** An arc cannot end where it begins, so that a whole circle is two. */
function circle(): string {
  return `M${point(0)}A${RADIUS} ${RADIUS} 0 0 1 ${point(0.5)}A${RADIUS} ${RADIUS} 0 0 1 ${point(1)}`;
}

function point(turn: number): string {
  const angle = turn * 2 * Math.PI;
  return `${(CENTER + RADIUS * Math.sin(angle)).toFixed(1)} ${(CENTER - RADIUS * Math.cos(angle)).toFixed(1)}`;
}
