/**
 * How many blocks must stand on top of a block before what it holds counts: for deposits, payouts, mints and reconciliation alike. A reorganisation of up to
 * this many blocks therefore never touches anything booked.
 */
export const CONFIRMATIONS = 3n;

export function confirmationsOf(blockNumber: bigint, headNumber: bigint): bigint {
  return headNumber > blockNumber ? headNumber - blockNumber : 0n;
}

/** The newest block that counts. A young chain's first block does, whatever is on top. */
export function newestFinal(headNumber: bigint): bigint {
  return headNumber > CONFIRMATIONS ? headNumber - CONFIRMATIONS : 0n;
}
