import { setTimeout as wait } from 'node:timers/promises';
import { desc, lt } from 'drizzle-orm';
import { v7 } from 'uuid';
import { ChainUnavailable } from '../chain-reader.ts';
import { type Database } from '../db/database.ts';
import { inTransaction } from '../db/in-transaction.ts';
import { describeSolvency } from './describe-solvency.ts';
import { judgeSolvency, mintedAt, type Solvency } from './judge-solvency.ts';
import { keepContractSupply } from '../modules/treasury/treasury-supply.ts';
import { readBooks } from './read-books.ts';
import { solvencyRun } from './schema.ts';
import { type BlockRef, type VaultView } from './vault-view.ts';

export interface SolvencyProof extends Solvency {
  block: BlockRef;
  supply: { elsewhereJuf: bigint; contractCapJuf: bigint };
}

const TRIES = 3;
const PAUSE_MS = 1_000;
const KEEP_MS = 400 * 86_400_000;

/**
 * Compares books and chain as of the last block read for deposits, and records the result. Throws `ChainUnavailable` if the node doesn't
 * know that block or its state; nothing is proved then.
 */
export async function proveSolvency(database: Database, view: VaultView, now: Date): Promise<SolvencyProof> {
  const proof = await compare(database, view);
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

/**
 * A reorg, a node that lags behind the one deposits were read from, or a restarted one without old states will be gone on the next attempt.
 */
async function compare(database: Database, view: VaultView): Promise<SolvencyProof> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await compareOnce(database, view);
    } catch (error) {
      if (!(error instanceof ChainUnavailable) || tries === TRIES) throw error;
      await wait(PAUSE_MS);
    }
  }
}

async function compareOnce(database: Database, view: VaultView): Promise<SolvencyProof> {
  // If nothing has been read for deposits, there are none; the block must not be older than what is booked.
  const books = await inTransaction(database, (tx) => readBooks(tx, view), { isolation: 'repeatable read', readOnly: true });
  const block = books.readTo ?? (await view.head());
  const open = books.orders.filter(({ isLater }) => !isLater);
  const [state, done] = await Promise.all([view.at(block), view.doneAt(block, open)]);
  const elsewhereJuf = state.juf.minted - mintedAt(books, done);
  const supply = { elsewhereJuf: elsewhereJuf > 0n ? elsewhereJuf : 0n, contractCapJuf: state.juf.cap };
  return { block, supply, ...judgeSolvency(books, state, done) };
}
