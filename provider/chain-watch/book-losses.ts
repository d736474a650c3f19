import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import type { Address, Hex } from 'viem';
import { productChain } from '../../src/lib/chain/product-chain.ts';
import type { Queryable, Transaction } from '../db/database.ts';
import { inTransaction } from '../db/in-transaction.ts';
import { pooledAccount, type Token } from '../ledger/account.ts';
import { accountBalance } from '../ledger/balances.ts';
import type { Entry } from '../ledger/plan-postings.ts';
import { LedgerRefusal, postTransaction, voidPending } from '../ledger/post.ts';
import { inTokens } from '../token-amounts.ts';
import { type BlockRef, type ChainDeposit, type CountedDeposit, countOccurrences, type DepositReader } from './deposit-reader.ts';
import { type Deposit, deposit, depositLoss } from './schema.ts';
import type { Watch, WatchParts } from './watch-store.ts';

const MOST_LOOKS = 5;
const PAUSE_MS = 20;

/** Number of concurrent block queries while verifying a reading. */
const AT_ONCE = 8;
/** The load balancer's next node may have what the last one lacked. */
const MOST_READS = 6;
const READ_PAUSE_MS = 40;

/**
 * Handles credited deposits that are missing from the chain after it was reread: a held deposit is simply removed, a member's becomes a
 * loss. Returns the number of missing ones.
 */
export async function bookLosses(parts: WatchParts, watch: Watch): Promise<number> {
  const missing = await parts.database
    .select()
    .from(deposit)
    .where(and(ofWatch(parts.vault), isNull(deposit.blockNumber), inArray(deposit.state, ['HELD', 'CREDITED'])));
  let gone = 0;
  for (const each of missing) {
    const found = await lookFor(parts, each, watch);
    if (found === 'UNCERTAIN') continue;
    if (found === 'GONE') gone += await bookGone(parts, each);
    else await place(parts, each, found);
  }
  return gone;
}

export function ofWatch(vault: Address) {
  return and(eq(deposit.chainId, productChain.id), eq(deposit.vault, vault));
}

/** A reading may have missed the log; its transaction's receipt settles whether the deposit exists. */
async function lookFor({ reader }: WatchParts, { txHash, token, sender, amount, occurrence }: Deposit, watch: Watch) {
  const receipt = await findReceipt(reader, txHash);
  if (receipt === null) return 'GONE';
  if (receipt.block.number > watch.scannedNumber) return 'UNCERTAIN';
  // A node on its own fork, or one that lags, has it in a block the chain doesn't have.
  if ((await requireBlock(reader, receipt.block.number)).hash !== receipt.block.hash) return 'UNCERTAIN';
  const found = countOccurrences(receipt.deposits).find(
    (each) => each.token === token && each.sender === sender && each.amountBaseUnits === amount && each.occurrence === occurrence,
  );
  return found ?? 'GONE';
}

/** A lagging node has no receipt of what another has mined: only a repeatedly missing one counts as missing. */
async function findReceipt(reader: DepositReader, txHash: Hex): ReturnType<DepositReader['depositsOf']> {
  for (let tries = 1; ; tries += 1) {
    const receipt = await reader.depositsOf(txHash);
    if (receipt !== null || tries === MOST_LOOKS) return receipt;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * tries));
  }
}

async function place({ database }: WatchParts, { id }: Deposit, { blockNumber, blockHash, logIndex }: ChainDeposit): Promise<void> {
  await database
    .update(deposit)
    .set({ blockNumber, blockHash, logIndex })
    .where(and(eq(deposit.id, id), isNull(deposit.blockNumber)));
}

async function bookGone(parts: WatchParts, { id }: Deposit): Promise<number> {
  const { database, clock, log } = parts;
  const now = clock();
  const lost = await inTransaction(database, async (tx) => {
    const [gone] = await tx.select().from(deposit).where(eq(deposit.id, id)).for('update');
    if (gone === undefined || gone.blockNumber !== null) return undefined;
    if (gone.state === 'HELD' && gone.heldBy !== null) {
      await voidPending(tx, { id: v7({ msecs: now.getTime() }), pendingId: gone.heldBy, occurredAt: now });
      await tx.update(deposit).set({ state: 'SEEN', heldBy: null }).where(eq(deposit.id, id));
      await parts.reach?.('LOSS_POSTED');
      return { gone, loss: null };
    }
    if (gone.state !== 'CREDITED') return undefined;
    const lossId = v7({ msecs: now.getTime() });
    const { token, amount, txHash } = gone;
    const remark = 'a credited deposit is not on the chain any more';
    const loss = await bookLoss(tx, { id: lossId, token, amountBaseUnits: amount, now, remark, chainHash: txHash });
    await tx.insert(depositLoss).values({ id: lossId, depositId: id, lostAt: now, ...loss });
    await tx.update(deposit).set({ state: 'LOST' }).where(eq(deposit.id, id));
    await parts.reach?.('LOSS_POSTED');
    return { gone, loss };
  });
  if (lost === undefined) return 0;
  await parts.reach?.('LOSS_COMMITTED');
  const { gone, loss } = lost;
  const whole = (amount: bigint): string => inTokens(amount, gone.token);
  const says = { deposit: id, transaction: gone.txHash, token: gone.token, amount: whole(gone.amount) };
  if (loss === null) log.warn(says, 'a deposit that was kept apart is not on the chain any more');
  else
    log.fatal(
      { ...says, fromTreasury: whole(loss.fromTreasury), uncovered: whole(loss.uncovered) },
      'a credited deposit is not on the chain any more; its loss was booked',
    );
  return 1;
}

interface Booking {
  /** UUIDv7 of the ledger transaction. */
  id: string;
  token: Token;
  amountBaseUnits: bigint;
  now: Date;
  remark: string;
  chainHash?: Hex | undefined;
}

interface BookedLoss {
  fromTreasury: bigint;
  uncovered: bigint;
}

/** Arbitrary id of the lock held while covering the uncovered loss, so that concurrent payments never exceed it. */
const LOSS_LOCK = '7310210101';
const MOST_TRIES = 5;

/** The vault holds less than the books say: the treasury bears it as far as it can, the rest is booked as an uncovered loss. */
export async function bookLoss(tx: Transaction, booking: Booking): Promise<BookedLoss> {
  for (let tries = 1; ; tries += 1) {
    const held = tries > MOST_TRIES ? 0n : await accountBalance(tx, pooledAccount('TREASURY'), booking.token);
    const fromTreasury = held < booking.amountBaseUnits ? held : booking.amountBaseUnits;
    const uncovered = booking.amountBaseUnits - fromTreasury;
    try {
      await post(tx, booking, [
        { account: pooledAccount('TREASURY'), amountBaseUnits: -fromTreasury },
        { account: pooledAccount('UNCOVERED_LOSS'), amountBaseUnits: -uncovered },
        { account: pooledAccount('VAULT'), amountBaseUnits: booking.amountBaseUnits },
      ]);
      return { fromTreasury, uncovered };
    } catch (error) {
      // Someone else has paid from the treasury since it was read.
      if (!(error instanceof LedgerRefusal) || error.code !== 'INSUFFICIENT_BALANCE') throw error;
    }
  }
}

/** A lost deposit is in the vault again: first covers what is still uncovered of its loss; the rest goes back to the treasury. */
export async function bookReturn(tx: Transaction, booking: Booking, { uncovered }: Pick<BookedLoss, 'uncovered'>): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${LOSS_LOCK})`);
  const open = await uncoveredLoss(tx, booking.token);
  const covers = uncovered < open ? uncovered : open;
  await post(tx, booking, [
    { account: pooledAccount('VAULT'), amountBaseUnits: -booking.amountBaseUnits },
    { account: pooledAccount('UNCOVERED_LOSS'), amountBaseUnits: covers },
    { account: pooledAccount('TREASURY'), amountBaseUnits: booking.amountBaseUnits - covers },
  ]);
}

/** How much of a token the vault lacks without anyone having covered it. */
export async function uncoveredLoss(db: Queryable, token: Token): Promise<bigint> {
  const balance = await accountBalance(db, pooledAccount('UNCOVERED_LOSS'), token);
  return balance < 0n ? -balance : 0n;
}

async function post(
  tx: Transaction,
  { id, token, now, remark, chainHash }: Booking,
  entries: readonly Omit<Entry, 'token'>[],
): Promise<void> {
  await postTransaction(tx, {
    id,
    kind: 'ADJUSTMENT',
    occurredAt: now,
    remark,
    chainHash,
    entries: entries.filter(({ amountBaseUnits }) => amountBaseUnits !== 0n).map((entry) => ({ ...entry, token })),
  });
}

/** The node's answers are inconsistent: its chain changed meanwhile, or a lagging node gave some of them. The next attempt continues. */
export class ChainMoved extends Error {
  override readonly name = 'ChainMoved';
  readonly code = 'CHAIN_MOVED';
}

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
    if (tries === MOST_READS) throw new ChainMoved(`The node does not have block ${number}, which it had.`);
    await new Promise((resolve) => setTimeout(resolve, READ_PAUSE_MS * tries));
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
