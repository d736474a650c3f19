import { and, eq, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import { v7 } from 'uuid';
import { type Address, bytesToHex, type Hex, hexToBytes } from 'viem';
import { productChain } from '../../src/lib/chain/product-chain.ts';
import type { Clock } from '../../src/lib/clock.ts';
import type { LogRange } from '../chain-client.ts';
import type { Database, Queryable, Transaction } from '../db/database.ts';
import { inTransaction } from '../db/in-transaction.ts';
import type { BlockRef, CountedDeposit, DepositReader } from './deposit-reader.ts';
import { chainWatch, type WatchStatus } from './schema.ts';

/** What a process needs to watch a vault. */
export interface WatchParts {
  database: Database;
  clock: Clock;
  log: Logger;
  reader: DepositReader;
  logRange: LogRange;
  vault: Address;
  /** The first block to read. */
  fromBlock: bigint;
  /** Identifies this process among those that could watch. */
  holder: string;
  /** Where tests interrupt; each place is passed before what it names is certain. */
  reach?: ((place: WatchPlace) => Promise<void>) | undefined;
}

type WatchPlace =
  | 'RANGE_READ'
  | 'RANGE_STORED'
  | 'REWOUND'
  | 'CREDIT_POSTED'
  | 'CREDIT_COMMITTED'
  | 'LOSS_POSTED'
  | 'LOSS_COMMITTED'
  | 'RETURN_POSTED';

/** How far the chain is known. */
export interface Watch {
  scannedNumber: bigint;
  /** `null` while nothing is. */
  scannedHash: Hex | null;
  rereadNumber: bigint;
  headNumber: bigint;
  status: WatchStatus;
  statusDetail: string | null;
  watchedAt: Date | null;
}

interface Reading {
  /** What was known when it began; a reading based on anything else is refused. */
  known: Pick<Watch, 'scannedNumber' | 'scannedHash'>;
  deposits: readonly CountedDeposit[];
  /** The last block that was read. */
  end: BlockRef;
  headNumber: bigint;
  seenAt: Date;
}

/** Who wants to read, and where the watch begins if there is none yet. */
interface LeaseRequest {
  holder: string;
  fromBlock: bigint;
  now: Date;
}

const LEASE_SECONDS = 15;
/** The ends of all readings are kept for this many blocks back from the newest; beyond that, only the first block. */
const BLOCKS_KEPT = 10_000;

type Row = {
  scanned_number: string;
  scanned_hash: Buffer | null;
  reread_number: string;
  head_number: string;
  status: WatchStatus;
  status_detail: string | null;
  watched_at: string | null;
};

/** Acquires the right to read for a while and returns what is known; null if another process has it. The first caller creates the watch. */
export async function takeLease(database: Database, vault: Address, request: LeaseRequest): Promise<Watch | null> {
  const { holder, fromBlock, now } = request;
  const { rows } = await database.execute<Row>(sql`
    update chain_watch set lease_holder = ${holder}, lease_until = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
     where ${isOf(vault)} and (lease_holder = ${holder} or lease_until is null or lease_until < clock_timestamp()) returning *`);
  const [row] = rows;
  if (row !== undefined) return readRow(row);
  return (await beginWatch(database, vault, fromBlock, now)) ? takeLease(database, vault, request) : null;
}

/** Creates the watch, with nothing read yet, unless it exists; returns whether it did. */
export async function beginWatch(database: Queryable, vault: Address, fromBlock: bigint, now: Date): Promise<boolean> {
  const before = (fromBlock - 1n).toString();
  const { rowCount } = await database.execute(sql`
    insert into chain_watch (chain_id, vault, scanned_number, reread_number, head_number, status_since)
    values (${productChain.id}, ${vault}, ${before}, ${before}, ${before}, ${now.toISOString()}) on conflict do nothing`);
  return rowCount === 1;
}

export async function endLease(database: Database, vault: Address, holder: string): Promise<void> {
  await database.execute(
    sql`update chain_watch set lease_until = null, lease_holder = null where ${isOf(vault)} and lease_holder = ${holder}`,
  );
}

/** Stores what was read up to `end`, whether read before or not, and returns what is known then; null if another process was faster. */
export function storeReading(database: Database, vault: Address, reading: Reading, anchor: BlockRef | null): Promise<Watch | null> {
  return inTransaction(database, async (tx) => {
    if (!(await lockKnown(tx, vault, reading.known))) return null;
    await storeDeposits(tx, vault, reading.deposits, reading.seenAt);
    const { end, headNumber, known } = reading;
    const isNew = end.number > known.scannedNumber;
    const moved = isNew ? sql`scanned_number = ${end.number.toString()}, scanned_hash = ${bytes(end.hash)}, ` : sql``;
    const { rows } = await tx.execute<Row>(sql`
      update chain_watch set ${moved} head_number = ${headNumber.toString()}, lease_until = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
       where ${isOf(vault)} returning *`);
    if (!isNew) return first(rows);
    for (const { number, hash } of anchor === null ? [end] : [anchor, end]) {
      await tx.execute(sql`
        insert into chain_block (chain_id, vault, number, hash) values (${productChain.id}, ${vault}, ${number.toString()}, ${bytes(hash)})
        on conflict (chain_id, vault, number) do update set hash = excluded.hash`);
    }
    await tx.execute(sql`
      delete from chain_block where ${isOf(vault)} and number < ${(end.number - BigInt(BLOCKS_KEPT)).toString()}
         and number > (select min(number) from chain_block where ${isOf(vault)})`);
    return first(rows);
  });
}

/** Stores the results of rereading old blocks; returns how many deposits the first reading had missed. */
export function storeSecondReading(database: Database, vault: Address, { known, deposits, end, seenAt }: Reading): Promise<number> {
  return inTransaction(database, async (tx) => {
    if (!(await lockKnown(tx, vault, known))) return 0;
    const found = await storeDeposits(tx, vault, deposits, seenAt);
    await tx.execute(sql`update chain_watch set reread_number = ${end.number.toString()} where ${isOf(vault)}`);
    return found;
  });
}

/** Forgets, atomically, the position of everything beyond `ancestor`; the deposits themselves remain. */
export function rewind(database: Database, vault: Address, known: Reading['known'], ancestor: BlockRef): Promise<Watch | null> {
  const number = ancestor.number.toString();
  return inTransaction(database, async (tx) => {
    if (!(await lockKnown(tx, vault, known))) return null;
    await tx.execute(sql`delete from chain_block where ${isOf(vault)} and number > ${number}`);
    await tx.execute(sql`
      update deposit set block_number = null, block_hash = null, log_index = null where ${isOf(vault)} and block_number > ${number}`);
    const { rows } = await tx.execute<Row>(sql`
      update chain_watch set scanned_number = ${number}, scanned_hash = ${bytes(ancestor.hash)}, head_number = ${number},
             reread_number = least(reread_number, ${number}) where ${isOf(vault)} returning *`);
    return first(rows);
  });
}

/** The ends of readings up to what is known, newest last. */
export async function knownBlocks(db: Queryable, vault: Address): Promise<BlockRef[]> {
  const { rows } = await db.execute<{ number: string; hash: Buffer }>(
    sql`select number, hash from chain_block where ${isOf(vault)} order by number`,
  );
  return rows.map(({ number, hash }) => ({ number: BigInt(number), hash: bytesToHex(hash) }));
}

export async function noteStatus(
  db: Queryable,
  vault: Address,
  { status, detail, now }: { status: WatchStatus; detail: string | null; now: Date },
): Promise<void> {
  const at = now.toISOString();
  await db.execute(sql`
    update chain_watch set status = ${status}, status_detail = ${detail}, status_since = case when status = ${status} then status_since else ${at} end,
           watched_at = case when ${status} = 'WATCHING' then ${at} else watched_at end
     where ${isOf(vault)}`);
}

async function storeDeposits(tx: Transaction, vault: Address, deposits: readonly CountedDeposit[], seenAt: Date): Promise<number> {
  if (deposits.length === 0) return 0;
  const { rows } = await tx.$client.query<{ is_new: boolean }>(
    `insert into deposit as d (id, chain_id, vault, tx_hash, token, sender, amount, occurrence, block_number, block_hash, log_index, seen_at)
     select u.id, $1, $2, u.tx_hash, u.token, u.sender, u.amount, u.occurrence, u.block_number, u.block_hash, u.log_index, $3
       from unnest($4::uuid[], $5::bytea[], $6::text[]::ledger_token[], $7::text[], $8::numeric[], $9::int[], $10::bigint[], $11::bytea[], $12::int[])
         u (id, tx_hash, token, sender, amount, occurrence, block_number, block_hash, log_index)
     on conflict on constraint deposit_once do update
        set block_number = excluded.block_number, block_hash = excluded.block_hash, log_index = excluded.log_index
      where (d.block_hash, d.log_index) is distinct from (excluded.block_hash, excluded.log_index)
     returning xmax = 0 as is_new`,
    [
      productChain.id,
      vault,
      seenAt.toISOString(),
      deposits.map(() => v7({ msecs: seenAt.getTime() })),
      deposits.map(({ txHash }) => bytes(txHash)),
      deposits.map(({ token }) => token),
      deposits.map(({ sender }) => sender),
      deposits.map(({ amountBaseUnits }) => amountBaseUnits.toString()),
      deposits.map(({ occurrence }) => occurrence),
      deposits.map(({ blockNumber }) => blockNumber.toString()),
      deposits.map(({ blockHash }) => bytes(blockHash)),
      deposits.map(({ logIndex }) => logIndex),
    ],
  );
  return rows.filter(({ is_new }) => is_new).length;
}

async function lockKnown(tx: Transaction, vault: Address, known: Reading['known']): Promise<boolean> {
  const { rows } = await tx.execute<Row>(sql`select * from chain_watch where ${isOf(vault)} for update`);
  const { scannedNumber, scannedHash } = first(rows);
  return scannedNumber === known.scannedNumber && scannedHash === known.scannedHash;
}

function isOf(vault: Address) {
  return sql`chain_id = ${productChain.id} and vault = ${vault}`;
}

function first(rows: readonly Row[]): Watch {
  const [row] = rows;
  if (row === undefined) throw new Error('the watch has no row');
  return readRow(row);
}

function readRow(row: Row): Watch {
  return {
    scannedNumber: BigInt(row.scanned_number),
    scannedHash: row.scanned_hash === null ? null : bytesToHex(row.scanned_hash),
    rereadNumber: BigInt(row.reread_number),
    headNumber: BigInt(row.head_number),
    status: row.status,
    statusDetail: row.status_detail,
    watchedAt: row.watched_at === null ? null : new Date(row.watched_at),
  };
}

function bytes(hash: Hex): Buffer {
  return Buffer.from(hexToBytes(hash));
}

export interface WatchState {
  /** `NOT_WATCHED`: no process has looked for a while. */
  status: WatchStatus | 'NOT_WATCHED';
  detail: string | null;
  /** Blocks known to exist but not read yet. */
  unreadBlocks: bigint;
  /** Blocks read once but not yet a second time. */
  notRereadBlocks: bigint;
  watchedAt: Date | null;
}

const SILENT_MS = 60_000;

/** State of the deposit watch, whichever process runs it. */
export async function readWatchState(db: Queryable, vault: Address, now: Date): Promise<WatchState> {
  const [row] = await db
    .select()
    .from(chainWatch)
    .where(and(eq(chainWatch.chainId, productChain.id), eq(chainWatch.vault, vault)));
  if (row === undefined) return { status: 'NOT_WATCHED', detail: null, unreadBlocks: 0n, notRereadBlocks: 0n, watchedAt: null };
  const { status, statusDetail: detail, headNumber, scannedNumber, rereadNumber, watchedAt } = row;
  const isSilent = watchedAt === null || now.getTime() - watchedAt.getTime() > SILENT_MS;
  return {
    status: status === 'WATCHING' && isSilent ? 'NOT_WATCHED' : status,
    detail,
    unreadBlocks: headNumber - scannedNumber,
    notRereadBlocks: scannedNumber - rereadNumber,
    watchedAt,
  };
}
