/** One donut slice as SVG path data; slices run clockwise from twelve o'clock in the given order. */
export interface DonutSlice {
  path: string;
  /** Index in the given list, which determines the shade. */
  index: number;
}

const CENTER = 120;
const RADIUS = 98;
/** Gap between slices, in turns. */
const GAP = 0.0035;
const WHOLE_BASIS_POINTS = 10_000;

/** Takes shares in basis points that add up to 10,000; shares of zero are skipped. For a viewBox of 240 × 240. */
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

/** An SVG arc can't end where it starts, so a full circle takes two. */
function circle(): string {
  return `M${point(0)}A${RADIUS} ${RADIUS} 0 0 1 ${point(0.5)}A${RADIUS} ${RADIUS} 0 0 1 ${point(1)}`;
}

function point(turn: number): string {
  const angle = turn * 2 * Math.PI;
  return `${(CENTER + RADIUS * Math.sin(angle)).toFixed(1)} ${(CENTER - RADIUS * Math.cos(angle)).toFixed(1)}`;
}
