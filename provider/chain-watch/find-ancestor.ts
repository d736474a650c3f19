import type { BlockRef, DepositReader } from './deposit-reader.ts';
import { requireBlock } from './read-soundly.ts';

/**
 * The newest of `blocks` (oldest first) that is still on the chain; null if none is. Binary search: if a block is on the chain, so are all
 * before it.
 */
export async function findAncestor(reader: DepositReader, blocks: readonly BlockRef[]): Promise<BlockRef | null> {
  let [low, high] = [0, blocks.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const known = blocks[middle];
    if (known === undefined) throw new RangeError('a search went beyond its list');
    if ((await requireBlock(reader, known.number)).hash === known.hash) low = middle + 1;
    else high = middle;
  }
  return blocks[low - 1] ?? null;
}
