/** A value axis: maps bigint values to pixels and picks round values for grid lines. */
export interface ChartScale {
  /** From the lowest to the highest tick, in base units. */
  ticks: bigint[];
  /** Pixels from the top. May be a fraction, since it is only drawn and never read as money. */
  y: (value: bigint) => number;
}

const STEPS = [1n, 2n, 5n, 10n];
const PRECISION = 1_000_000n;
/** A constant line gets ticks a fifth of its value apart. */
const FLAT_SHARE = 5n;

/** Fits values (base units) to a height (pixels) between round ticks, at most `maxTicks` of them. */
export function chartScale(values: readonly bigint[], heightPx: number, maxTicks = 6): ChartScale {
  const [lowest, highest] = extent(values);
  // Only zeros have no scale: any other tick would name an amount that occurs nowhere.
  if (lowest === 0n && highest === 0n) return { ticks: [0n], y: () => heightPx };
  const step = roundStep(highest - lowest || abs(highest) / FLAT_SHARE || 1n, maxTicks);
  const bottom = lowest - (lowest % step);
  const ticks = [bottom];
  for (let tick = bottom + step; ticks.length < 2 || tick - step < highest; tick += step) ticks.push(tick);
  const top = ticks.at(-1) ?? bottom;
  return {
    ticks,
    y: (value) => heightPx - (Number(((value - bottom) * PRECISION) / (top - bottom)) / Number(PRECISION)) * heightPx,
  };
}

function abs(value: bigint): bigint {
  return value < 0n ? -value : value;
}

function extent(values: readonly bigint[]): [bigint, bigint] {
  const [first = 0n] = values;
  return values.reduce(([low, high], value) => [value < low ? value : low, value > high ? value : high], [first, first]);
}

/** The smallest of 1, 2, 5 × 10ⁿ that covers the range in fewer than `maxTicks` steps. */
function roundStep(range: bigint, maxTicks: number): bigint {
  const steps = BigInt(maxTicks - 1);
  // Aligning the bottom with a round value may cost one step.
  for (let magnitude = 1n; ; magnitude *= 10n) {
    const step = STEPS.map((factor) => factor * magnitude).find((candidate) => candidate * (steps - 1n) >= range);
    if (step !== undefined) return step;
  }
}
