/** Pseudo-random draws, the same for the same seed. */
export interface SeededRandom {
  /** From 0 (inclusive) to 1 (exclusive). */
  next(): number;
  /** An integer; both ends inclusive. */
  between(least: number, most: number): number;
  pick<Item>(items: readonly [Item, ...Item[]]): Item;
  isInPercent(percent: number): boolean;
}

/** Mulberry32: 32 bits per draw. */
export function createSeededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    between: (least, most) => least + Math.floor(next() * (most - least + 1)),
    pick: (items) => items[Math.floor(next() * items.length)] ?? items[0],
    isInPercent: (percent) => next() * 100 < percent,
  };
}
