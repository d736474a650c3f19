/**
 * Number of blocks that must be on top of a transaction's block before it counts. A reorganisation of up to three blocks therefore never
 * affects anything credited.
 */
export const CONFIRMATIONS = 3n;

export function confirmationsOf(blockNumber: bigint, headNumber: bigint): bigint {
  return headNumber > blockNumber ? headNumber - blockNumber : 0n;
}
