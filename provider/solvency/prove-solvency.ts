import { desc, lt, sql } from 'drizzle-orm';
import { setTimeout as wait } from 'node:timers/promises';
import { v7 } from 'uuid';
import { bytesToHex } from 'viem';
import { productChain } from '../../src/lib/chain/product-chain.ts';
import { ChainUnavailable } from '../chain-client.ts';
import type { Database, Transaction } from '../db/database.ts';
import { inTransaction } from '../db/in-transaction.ts';
import { recordUnreconciled } from '../reconciliation/unreconciled.ts';
import type { AccountKind, Token } from '../ledger/account.ts';
import { type Family, gauge } from '../metrics/format-metrics.ts';
import { bonusPromise } from '../modules/promises.ts';
import { keepContractSupply } from '../modules/treasury/treasury-supply.ts';
import type { ChainOrder } from '../payouts/schema.ts';
import type { Services } from '../provider-services.ts';
import { inTokens } from '../token-amounts.ts';
import { describeSolvency, judgeSolvency, mintedAt, type Solvency } from './judge-solvency.ts';
import { solvencyRun } from './schema.ts';
import type { BlockRef, OrderName, VaultState, VaultView } from './vault-view.ts';

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
type UnreadDeposits = (from: bigint, to: bigint) => Promise<readonly { token: Token; amountBaseUnits: bigint }[]>;

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

export interface BookedOrder extends OrderName, Pick<ChainOrder, 'token' | 'amount'> {
  /** Whether the ledger has booked it as executed. */
  isBooked: boolean;
  /** Known to have been executed in a later block than `readTo`. */
  isLater: boolean;
}

/** What the database says about the vault's contents and their owners, at one moment. */
export interface Books {
  /** The last block read for deposits, up to which all are known. `null` if none has been read. */
  readTo: BlockRef | null;
  /** Ledger balances. */
  balances: readonly { kind: AccountKind; token: Token; balance: bigint }[];
  /** Deposits that are on the chain by then but not yet credited to an account. */
  arriving: Readonly<Partial<Record<Token, bigint>>>;
  /** All except those executed both on the chain and in the ledger by `readTo`. */
  orders: readonly BookedOrder[];
  /** What the operator has taken out of the vault as proceeds, as far as it is booked. */
  withdrawn: Readonly<Partial<Record<Token, bigint>>>;
  /** Unclaimed bonuses, which the bonus pool owes to members. In USDT. */
  bonusesDue: bigint;
  /** JUF sold, including the reward pool's share. */
  soldJuf: bigint;
  /** The part of `soldJuf` that the ledger has as minted. */
  mintedJuf: bigint;
}

type WatchRow = { scanned_number: string; scanned_hash: Buffer | null };
type OrderRow = {
  id: string;
  kind: ChainOrder['kind'];
  contract_id: Buffer;
  token: Token;
  amount: string;
  is_booked: boolean;
  is_later: boolean;
};

/** Reads the books as of block `at`, by default the last one read for deposits. The transaction must read from one snapshot. */
async function readBooks(tx: Transaction, { vault }: Pick<VaultView, 'vault'>, at?: BlockRef): Promise<Books> {
  const { rows: watches } = await tx.execute<WatchRow>(
    sql`select scanned_number, scanned_hash from chain_watch where chain_id = ${productChain.id} and vault = ${vault.address}`,
  );
  const [watch] = watches;
  const readTo =
    watch === undefined || watch.scanned_hash === null
      ? null
      : { number: BigInt(watch.scanned_number), hash: bytesToHex(watch.scanned_hash) };
  const { rows: balances } = await tx.execute<{ kind: AccountKind; token: Token; balance: string }>(
    sql`select kind, token, sum(balance::numeric)::text as balance from ledger_account group by kind, token`,
  );
  const { rows: arriving } = await tx.execute<{ token: Token; amount: string }>(sql`
    select token, sum(amount::numeric)::text as amount from deposit
     where chain_id = ${productChain.id} and vault = ${vault.address} and state = 'SEEN' and block_number is not null group by token`);
  const { rows: withdrawn } = await tx.execute<{ token: Token; amount: string }>(sql`
    select token, sum(amount::numeric)::text as amount from chain_order
     where kind = 'PROCEEDS' and (status = 'POSTED' or loss_by is not null) group by token`);
  const { rows: supply } = await tx.execute<{ sold: string; minted: string }>(sql`
    select coalesce((select minted_juf from treasury_supply), 0)::text as sold,
           (select coalesce(sum(amount::numeric), 0) from chain_order where kind = 'MINT' and status = 'POSTED')::text as minted`);
  const { rows: due } = await tx.execute<{ amount: string }>(bonusPromise);
  return {
    readTo,
    balances: balances.map((row) => ({ ...row, balance: BigInt(row.balance) })),
    arriving: Object.fromEntries(arriving.map(({ token, amount }) => [token, BigInt(amount)])),
    withdrawn: Object.fromEntries(withdrawn.map(({ token, amount }) => [token, BigInt(amount)])),
    orders: await readOrders(tx, at ?? readTo),
    bonusesDue: due.reduce((sum, { amount }) => sum + BigInt(amount), 0n),
    soldJuf: BigInt(supply[0]?.sold ?? '0'),
    mintedJuf: BigInt(supply[0]?.minted ?? '0'),
  };
}

/** A reorg may have undone what the ledger has as executed; it is then open again. */
async function readOrders(tx: Transaction, readTo: BlockRef | null): Promise<BookedOrder[]> {
  const isLater = readTo === null ? sql`false` : sql`coalesce(settled_block > ${readTo.number.toString()}, false)`;
  const { rows } = await tx.execute<OrderRow>(sql`
    select * from (
      select id, kind, contract_id, token, amount, settled_block, status, status = 'POSTED' or loss_by is not null as is_booked, ${isLater} as is_later from chain_order
    ) o where (settled_block is null and (status = 'PENDING' or is_booked)) or is_later`);
  return rows.map(({ id, kind, contract_id, token, amount, is_booked, is_later }) => ({
    id,
    kind,
    contractId: bytesToHex(contract_id),
    token,
    amount: BigInt(amount),
    isBooked: is_booked,
    isLater: is_later,
  }));
}

/** Compares vault and books, and logs at the highest level if the vault falls short. */
export async function watchSolvency(
  { database, log }: Pick<Services, 'database' | 'log'>,
  view: VaultView,
  now: Date,
): Promise<Record<string, unknown>> {
  const unknown = await recordUnreconciled(database, view.source, now);
  if (unknown > 0)
    log.fatal({ payments: unknown }, 'the vault has paid what the ledger does not know: nothing is paid until `adjust` has settled it');
  const { block, firstBreak } = await proveSolvency(database, view, now);
  if (firstBreak !== null) {
    const { code, token, says, lacks } = firstBreak;
    log.fatal({ code, symbol: token, says, lacks: inTokens(lacks, token), block: Number(block.number) }, 'the vault falls short');
  }
  return { block: Number(block.number), sound: firstBreak === null };
}

/** The vault's metrics for monitoring. */
export async function readSolvencyGauges({ database, vault }: Pick<Services, 'database' | 'vault'>, now: Date): Promise<Family[]> {
  const last = vault === null ? null : await readLastProof(database);
  if (last === null) return [];
  return [
    gauge(
      'jufi_vault_sound',
      'Whether the vault held all that is owed when it was last compared with the ledger: 1 or 0.',
      last.sound ? 1 : 0,
    ),
    gauge(
      'jufi_vault_proof_age_seconds',
      'Since vault and ledger were last compared.',
      Math.max(0, (now.getTime() - last.at.getTime()) / 1_000),
    ),
  ];
}
