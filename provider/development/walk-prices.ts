/** Prices are walked in millionths of a USDT and kept with 18 digits. */
const MICRO = 10n ** 12n;

export interface Walk {
  startMicro: bigint;
  endMicro: bigint;
  /** The largest single step to either side, before the walk is bent to its end. */
  stepMicro: bigint;
  steps: number;
  seed: number;
}

/** A random walk that begins and ends where it is told, the same for the same seed: `steps + 1` prices with 18 digits. */
export function walkPrices({ startMicro, endMicro, stepMicro, steps, seed }: Walk): bigint[] {
  const draw = seededDraws(seed);
  const strayed = [0n];
  for (let index = 1; index <= steps; index += 1) strayed.push((strayed[index - 1] ?? 0n) + (draw() % (2n * stepMicro + 1n)) - stepMicro);
  const overshoot = strayed[steps] ?? 0n;
  const count = BigInt(steps);
  return strayed.map((stray, index) => {
    const along = BigInt(index);
    const trend = startMicro + ((endMicro - startMicro) * along) / count;
    return (trend + stray - (overshoot * along) / count) * MICRO;
  });
}

/** A linear congruential generator (Knuth's MMIX constants): good enough to draw a chart, and no more. */
function seededDraws(seed: number): () => bigint {
  let state = BigInt(seed);
  return () => {
    state = (state * 6364136223846793005n + 1442695040888963407n) & 0xffffffffffffffffn;
    return state >> 33n;
  };
}
