import type { Range } from './habits.ts';
import type { SeededRandom } from './seeded-random.ts';

export function draw(random: SeededRandom, [least, most]: Range): number {
  return random.between(least, most);
}

export function timeBetween(random: SeededRandom, earliest: number, latest: number): number {
  return latest + random.next() * (earliest - latest);
}

/** A typical amount: mostly round, smaller ones more often; `whole` is the same in whole USDT, rounded up. */
export function drawSum(random: SeededRandom, [least, most]: Range): { text: string; whole: bigint } {
  const drawn = Math.min(random.between(least, most), random.between(least, most));
  const step = drawn < 300 ? 10 : drawn < 3_000 ? 50 : 250;
  const round = BigInt(Math.max(least, drawn - (drawn % step)));
  if (!random.isInPercent(20)) return { text: String(round), whole: round };
  return { text: `${round.toString()}.${String(random.between(1, 99)).padStart(2, '0')}`, whole: round + 1n };
}

/** Adds the premium and some more. */
export function withSpare(random: SeededRandom, whole: bigint): bigint {
  const wanted = whole + whole / 50n + 2n + (whole * BigInt(random.between(0, 30))) / 100n;
  return wanted + (10n - (wanted % 10n));
}
