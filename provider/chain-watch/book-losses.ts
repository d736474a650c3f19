import { and, eq, inArray, isNull } from 'drizzle-orm';
import { v7 } from 'uuid';
import type { Hex } from 'viem';

import { toDecimalString } from '../../src/lib/amount.ts';
import { inTransaction } from '../db/in-transaction.ts';
import { voidPending } from '../ledger/post.ts';
import { tokenDecimals } from '../token-decimals.ts';
import { bookLoss } from './book-loss.ts';
import { countOccurrences } from './count-occurrences.ts';
import type { ChainDeposit } from './deposit-log.ts';
import type { DepositReader } from './deposit-reader.ts';
import { requireBlock } from './read-soundly.ts';
import { type Deposit, deposit, depositLoss } from './schema.ts';
import type { WatchParts } from './watch-parts.ts';
import type { Watch } from './watch-store.ts';

const MOST_TRIES = 5;
const PAUSE_MS = 20;

/**
 * Handles credited deposits that are missing from the chain after it was reread: a held deposit is simply removed, a member's becomes a
 * loss. Returns the number of missing ones.
 */
export async function bookLosses(parts: WatchParts, watch: Watch): Promise<number> {
  const { chainId, vault } = parts.key;
  const missing = await parts.database
    .select()
    .from(deposit)
    .where(
      and(
        eq(deposit.chainId, chainId),
        eq(deposit.vault, vault),
        isNull(deposit.blockNumber),
        inArray(deposit.state, ['HELD', 'CREDITED']),
      ),
    );
  let gone = 0;
  for (const each of missing) {
    const found = await lookFor(parts, each, watch);
    if (found === 'UNCERTAIN') continue;
    if (found === 'GONE') gone += await bookGone(parts, each);
    else await place(parts, each, found);
  }
  return gone;
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
    if (receipt !== null || tries === MOST_TRIES) return receipt;
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
  const whole = (amount: bigint): string => toDecimalString(amount, tokenDecimals[gone.token]);
  const says = { deposit: id, transaction: gone.txHash, token: gone.token, amount: whole(gone.amount) };
  if (loss === null) log.warn(says, 'a deposit that was kept apart is not on the chain any more');
  else
    log.fatal(
      { ...says, fromTreasury: whole(loss.fromTreasury), uncovered: whole(loss.uncovered) },
      'a credited deposit is not on the chain any more; its loss was booked',
    );
  return 1;
}
