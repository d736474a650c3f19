import { setTimeout as wait } from 'node:timers/promises';
import { desc, lt } from 'drizzle-orm';
import { v7 } from 'uuid';
import { ChainUnavailable } from '../chain-client.ts';
import type { Database } from '../db/database.ts';
import { inTransaction } from '../db/in-transaction.ts';
import type { Token } from '../ledger/account.ts';
import { describeSolvency } from './describe-solvency.ts';
import { judgeSolvency, mintedAt, type Solvency } from './judge-solvency.ts';
import { keepContractSupply } from '../modules/treasury/treasury-supply.ts';
import { type Books, readBooks } from './read-books.ts';
import { solvencyRun } from './schema.ts';
import type { BlockRef, VaultState, VaultView } from './vault-view.ts';

export interface SolvencyProof extends Solvency {
  block: BlockRef;
  supply: { elsewhereJuf: bigint; contractCapJuf: bigint };
}

/** As many as public nodes give logs of at once. */
const MOST_BLOCKS = 2_000n;
const TRIES = 3;
const PAUSE_MS = 1_000;
const KEEP_MS = 400 * 86_400_000;

/** Deposits into the vault in blocks that the books haven't read yet. */
export type UnreadDeposits = (from: bigint, to: bigint) => Promise<readonly { token: Token; amountBaseUnits: bigint }[]>;

/**
 * Compares books and chain as of one block, the last that was read for deposits, or with `readDeposits` the newest there is, and notes what came of it. Throws `ChainUnavailable` where the node does
 * not know that block or its state: then nothing is proved.
 */
export async function proveSolvency(database: Database, view: VaultView, now: Date, readDeposits?: UnreadDeposits): Promise<SolvencyProof> {
  const proof = await compare(database, view, readDeposits);
  await keepContractSupply(database, proof.supply);
  await database.insert(solvencyRun).values({
    id: v7({ msecs: now.getTime() }),
    at: now,
    blockNumber: proof.block.number,
    blockHash: proof.block.hash,
    sound: proof.firstBreak === null,
    code: proof.firstBreak?.code ?? null,
    figures: describeSolvency(proof),
  });
  await database.delete(solvencyRun).where(lt(solvencyRun.at, new Date(now.getTime() - KEEP_MS)));
  return proof;
}

export async function readLastProof(database: Database): Promise<typeof solvencyRun.$inferSelect | null> {
  const [last] = await database.select().from(solvencyRun).orderBy(desc(solvencyRun.at)).limit(1);
  return last ?? null;
}

/** Tries a few times: a reorg, a lagging node, or a restarted one without old states may be over a moment later. */
async function compare(database: Database, view: VaultView, readDeposits: UnreadDeposits | undefined): Promise<SolvencyProof> {
  for (let tries = 1; ; tries += 1) {
    try {
      return readDeposits === undefined ? await compareOnce(database, view) : await compareNow(database, view, readDeposits);
    } catch (error) {
      if (!(error instanceof ChainUnavailable) || tries === TRIES) throw error;
      await wait(PAUSE_MS);
    }
  }
}

async function compareOnce(database: Database, view: VaultView): Promise<SolvencyProof> {
  // If nothing has been read for deposits, there are none; the block must not be older than what is booked.
  const books = await inTransaction(database, (tx) => readBooks(tx, view), { isolation: 'repeatable read', readOnly: true });
  return judgeAt(view, books.readTo ?? (await view.head()), books);
}

/** For use after a restore: the books are then those of an old block, whose state nodes may have dropped, so this one compares at the head. */
async function compareNow(database: Database, view: VaultView, readDeposits: UnreadDeposits): Promise<SolvencyProof> {
  const block = await view.head();
  const books = await inTransaction(database, (tx) => readBooks(tx, view, block), { isolation: 'repeatable read', readOnly: true });
  const { readTo } = books;
  // The watch has read beyond this head: the next attempt finds a newer one.
  if (readTo !== null && readTo.number > block.number) throw new ChainUnavailable('The chain moved on while it was looked at.');
  const arriving = { ...books.arriving };
  // If nothing has been read for deposits, there are none before this block.
  for (let from = (readTo ?? block).number + 1n; from <= block.number; from += MOST_BLOCKS) {
    const to = from + MOST_BLOCKS - 1n;
    const unread = await readDeposits(from, to < block.number ? to : block.number);
    for (const { token, amountBaseUnits } of unread) arriving[token] = (arriving[token] ?? 0n) + amountBaseUnits;
  }
  return judgeAt(view, block, { ...books, arriving });
}

async function judgeAt(view: VaultView, block: BlockRef, books: Books): Promise<SolvencyProof> {
  const open = books.orders.filter(({ isLater }) => !isLater);
  const [state, done] = await Promise.all([view.at(block), view.doneAt(block, open)]);
  return { block, supply: supplyOf(books, state, done), ...judgeSolvency(books, state, done) };
}

function supplyOf(books: Books, { juf }: VaultState, done: ReadonlySet<string>): SolvencyProof['supply'] {
  const elsewhereJuf = juf.minted - mintedAt(books, done);
  return { elsewhereJuf: elsewhereJuf > 0n ? elsewhereJuf : 0n, contractCapJuf: juf.cap };
}
