/**
 * How many blocks must lie on top of the one that holds a transaction before it counts. So a reorganisation of up to three blocks never touches what
 * was credited.
 */
export const CONFIRMATIONS = 3n;

export function confirmationsOf(blockNumber: bigint, headNumber: bigint): bigint {
  return headNumber > blockNumber ? headNumber - blockNumber : 0n;
}
