/**
 * Inputs that slow down quadratic scanners and backtracking patterns: a repeated piece, with something before it and something that breaks
 * the match.
 */
const PIECES = [
  ...Array.from('"\\/{}[]:,.;=&%+-_@#?!*~^$|<>()\' \t\n0aAé中́👍'),
  '\\"',
  '%41',
  '%',
  '//',
  '/.',
  '../',
  '::',
  '0,',
  '0.',
  '1e',
  '[[',
  '{"a":',
  '"a",',
  'a=1&',
  ',en;q=0.1',
  'a-',
  '-a',
  'A\n',
  ': ',
];
const STARTS = ['', '"'];
const ENDS = ['', '"', '!'];

export interface GrowthFamily {
  name: string;
  ofLength: (length: number) => string;
}

export const growthFamilies: readonly GrowthFamily[] = PIECES.flatMap((piece) =>
  STARTS.flatMap((start) =>
    ENDS.map((end) => ({
      name: JSON.stringify(`${start}${piece}…${end}`),
      ofLength: (length: number) => start + piece.repeat(Math.ceil(length / piece.length)) + end,
    })),
  ),
);

/** Growth is only judged above this time of the processor, since shorter times are mostly noise. */
const NOTICEABLE_MS = 4;
/** For four times the input, a linear reader takes four times as long, a quadratic one sixteen times. */
const MOST_GROWTH = 9;
const ROUNDS = 4;

/**
 * The families for which a reader's time grows faster than the input. Each size is repeated until one run is quick enough or all are slow.
 */
export function superLinearFamilies(read: (text: string) => unknown, length: number): string[] {
  return growthFamilies.filter((family) => isSuperLinear(read, family, length)).map(({ name }) => name);
}

function isSuperLinear(read: (text: string) => unknown, { ofLength }: GrowthFamily, length: number): boolean {
  const [small, large] = [ofLength(length), ofLength(length * 4)];
  if (quickestMs(read, large, 1) <= NOTICEABLE_MS) return false;
  // Other load may slow down one of the two measurements: real super-linear growth shows every time.
  return Array.from({ length: ROUNDS }).every(() => {
    const largeMs = quickestMs(read, large, 5);
    return largeMs > NOTICEABLE_MS && largeMs > MOST_GROWTH * quickestMs(read, small, 5);
  });
}

function quickestMs(read: (text: string) => unknown, text: string, tries: number): number {
  let quickest = Infinity;
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const before = process.threadCpuUsage();
    try {
      read(text);
    } catch {
      // A refusal is fine: only the time counts.
    }
    const { user, system } = process.threadCpuUsage(before);
    quickest = Math.min(quickest, (user + system) / 1000);
  }
  return quickest;
}
