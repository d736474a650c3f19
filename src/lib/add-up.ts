/** What is shown beside its sum is shown in hundredths; amounts are in 10⁻¹⁸. */
const CENT = 10n ** 16n;

/** As it is shown: cut to hundredths, towards zero. */
export function cutToCents(amount: bigint): bigint {
  return amount - (amount % CENT);
}

/** For a value in another unit, from which rounding alone would take a hundredth: to the nearest one, and a half up. */
export function toNearestCent(amount: bigint): bigint {
  return cutToCents(amount + CENT / 2n);
}

/**
 * Which of the parts are shown rounded up, so that what is shown adds up to `shown`, whole hundredths: by the largest remainder method, so that none is a
 * hundredth off. Where they are no parts of it, each is cut towards zero.
 */
export function roundedUpToAddUp(parts: readonly bigint[], shown: bigint): boolean[] {
  const missing = (shown - parts.reduce((sum, part) => sum + floorToCents(part), 0n)) / CENT;
  const byRemainder = parts
    .map((part, index) => ({ index, remainder: part - floorToCents(part) }))
    .filter(({ remainder }) => remainder > 0n)
    .sort((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1));
  if (missing < 0n || missing > BigInt(byRemainder.length)) return parts.map((part) => part < 0n);
  const raised = new Set(byRemainder.slice(0, Number(missing)).map(({ index }) => index));
  return parts.map((_, index) => raised.has(index));
}

/** As it is shown if it may be rounded up. */
export function roundToCents(amount: bigint, isRoundedUp: boolean): bigint {
  const floor = floorToCents(amount);
  return isRoundedUp && floor < amount ? floor + CENT : floor;
}

function floorToCents(amount: bigint): bigint {
  const rest = amount % CENT;
  return amount - (rest < 0n ? rest + CENT : rest);
}
