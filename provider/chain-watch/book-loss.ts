import { sql } from 'drizzle-orm';
import type { Hex } from 'viem';

import type { Queryable, Transaction } from '../db/database.ts';
import { pooledAccount, type Token } from '../ledger/account.ts';
import { accountBalance } from '../ledger/balances.ts';
import type { Entry } from '../ledger/plan-postings.ts';
import { LedgerRefusal, postTransaction } from '../ledger/post.ts';

export interface Booking {
  /** UUIDv7 of the ledger transaction. */
  id: string;
  token: Token;
  amountBaseUnits: bigint;
  now: Date;
  remark: string;
  chainHash?: Hex | undefined;
}

export interface BookedLoss {
  fromTreasury: bigint;
  uncovered: bigint;
}

/** Arbitrary id of the lock held while covering the uncovered loss, so that concurrent payments never exceed it; `staff.assign_deposit` takes it too. */
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
