/** What quadratic scanners and backtracking patterns stumble over: one piece repeated, with something before it and something that breaks it off. */
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

/** What a scan may take without anybody noticing: growth is only judged above it, since shorter times are mostly noise. */
const NOTICEABLE_MS = 4;
/** Four times the input takes a linear reader four times as long, a quadratic one sixteen times. */
const MOST_GROWTH = 9;
const ROUNDS = 4;

/** The families for which a reader's time grows faster than the input; each size is tried until one try is quick enough or all are slow. */
export function superLinearFamilies(read: (text: string) => unknown, length: number): string[] {
  return growthFamilies.filter((family) => isSuperLinear(read, family, length)).map(({ name }) => name);
}

function isSuperLinear(read: (text: string) => unknown, { ofLength }: GrowthFamily, length: number): boolean {
  const [small, large] = [ofLength(length), ofLength(length * 4)];
  if (quickestMs(read, large, 1) <= NOTICEABLE_MS) return false;
  // Whoever else uses the processor at that moment slows one of the two: what grows too fast does so every time.
  return Array.from({ length: ROUNDS }).every(() => {
    const largeMs = quickestMs(read, large, 5);
    return largeMs > NOTICEABLE_MS && largeMs > MOST_GROWTH * quickestMs(read, small, 5);
  });
}

function quickestMs(read: (text: string) => unknown, text: string, tries: number): number {
  let quickest = Infinity;
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const startedAt = performance.now();
    try {
      read(text);
    } catch {
      // A refusal is as good an answer as any: only its time counts.
    }
    quickest = Math.min(quickest, performance.now() - startedAt);
  }
  return quickest;
}
