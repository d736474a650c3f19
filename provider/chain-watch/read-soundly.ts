import { type BlockRef, type ChainDeposit, type CountedDeposit, countOccurrences, type DepositReader } from './deposit-reader.ts';
import type { Watch } from './watch-store.ts';

/** The node's answers are inconsistent: its chain changed meanwhile, or a lagging node gave some of them. The next attempt continues. */
export class ChainMoved extends Error {
  override readonly name = 'ChainMoved';
  readonly code = 'CHAIN_MOVED';
}

/** Number of concurrent block queries while verifying a reading. */
const AT_ONCE = 8;
/** The load balancer's next node may have what the last one lacked. */
const MOST_TRIES = 6;
const PAUSE_MS = 40;

/**
 * The deposits from `from` to `to` on the chain that contains `known`. The last block is checked before and after, to ensure that nothing
 * changed while reading; a log of a block that isn't on the chain (from a node on its own fork) is dropped.
 */
export async function readSoundly(
  reader: DepositReader,
  { from, to }: { from: bigint; to: bigint },
  known: Pick<Watch, 'scannedNumber' | 'scannedHash'>,
): Promise<{ end: BlockRef; deposits: CountedDeposit[] }> {
  const end = await requireBlock(reader, to);
  const deposits = await reader.deposits(from, to);
  const hashes = await readHashes(reader, deposits);
  if ((await requireBlock(reader, to)).hash !== end.hash) throw new ChainMoved(`Block ${to} was replaced while it was read.`);
  if (known.scannedHash !== null && (await requireBlock(reader, known.scannedNumber)).hash !== known.scannedHash)
    throw new ChainMoved(`Block ${known.scannedNumber} was replaced while others were read.`);
  return { end, deposits: countOccurrences(deposits.filter(({ blockNumber, blockHash }) => hashes.get(blockNumber) === blockHash)) };
}

/** A block that some node has already shown. */
export async function requireBlock(reader: DepositReader, number: bigint): Promise<BlockRef> {
  for (let tries = 1; ; tries += 1) {
    const block = await reader.block(number);
    if (block !== null) return block;
    if (tries === MOST_TRIES) throw new ChainMoved(`The node does not have block ${number}, which it had.`);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * tries));
  }
}

async function readHashes(reader: DepositReader, deposits: readonly ChainDeposit[]): Promise<Map<bigint, string>> {
  const numbers = [...new Set(deposits.map(({ blockNumber }) => blockNumber))];
  const hashes = new Map<bigint, string>();
  for (let at = 0; at < numbers.length; at += AT_ONCE) {
    const blocks = await Promise.all(numbers.slice(at, at + AT_ONCE).map((number) => requireBlock(reader, number)));
    for (const { number, hash } of blocks) hashes.set(number, hash);
  }
  return hashes;
}

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
