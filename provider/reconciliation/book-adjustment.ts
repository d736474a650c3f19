import { sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import { bytesToHex, type Hex } from 'viem';
import { bookLoss } from '../chain-watch/book-losses.ts';
import type { Transaction } from '../db/database.ts';
import { memberAccount, pooledAccount, promiseAccount, type Token } from '../ledger/account.ts';
import { accountBalance } from '../ledger/balances.ts';
import { lockAccounts, postPending, postTransaction } from '../ledger/post.ts';
import { BURN_ADDRESS } from '../payouts/mint-and-burn.ts';

export interface Adjustment {
  id: string;
  token: Token;
  amount: bigint;
  memberId: string | null;
  burnNumber: number | null;
  blockNumber: bigint;
  txHash: Hex;
}

/** The booking: taken from the member, borne by the treasury or uncovered, or reserved for the batch that the chain had burned. */
export interface BookedAdjustment {
  fromMember: bigint;
  lost: bigint;
}

type Row = {
  id: string;
  token: Token | null;
  amount: string;
  member_id: string | null;
  burn_number: number | null;
  block_number: string;
  tx_hash: Buffer;
};

/** Locked, so that it's booked once. `null` if it doesn't exist or is booked. */
export async function lockAdjustment(tx: Transaction, id: string): Promise<Adjustment | null> {
  const { rows } = await tx.execute<Row>(sql`
    select a.id, d.token, d.amount::text, a.member_id, d.burn_number, d.block_number::text, d.tx_hash
      from adjustment a join unknown_deed d using (contract_id) where a.id = ${id} and a.booked_at is null for update`);
  const [row] = rows;
  if (row === undefined || row.token === null) return null;
  const { token, amount, member_id: memberId, burn_number: burnNumber, block_number: blockNumber, tx_hash: txHash } = row;
  return { id, token, amount: BigInt(amount), memberId, burnNumber, blockNumber: BigInt(blockNumber), txHash: bytesToHex(txHash) };
}

/** Books what left the vault, and marks the payment as settled. */
export async function bookAdjustment(tx: Transaction, adjustment: Adjustment, approvedBy: string, now: Date): Promise<BookedAdjustment> {
  const booked =
    adjustment.burnNumber === null ? await bookPayout(tx, adjustment, now) : await orderAgain(tx, adjustment, adjustment.burnNumber, now);
  await tx.execute(sql`update adjustment set approved_by = ${approvedBy}, booked_at = ${now.toISOString()} where id = ${adjustment.id}`);
  await tx.execute(
    sql`update unknown_deed set settled_at = ${now.toISOString()} where contract_id = (select contract_id from adjustment where id = ${adjustment.id})`,
  );
  return booked;
}

/** Taken from the member whose balance the restore had brought back; whatever they have spent is a loss. */
async function bookPayout(tx: Transaction, { id, token, amount, memberId, txHash }: Adjustment, now: Date): Promise<BookedAdjustment> {
  const fromMember = memberId === null ? 0n : await available(tx, memberId, token, amount);
  if (memberId !== null && fromMember > 0n) {
    await postTransaction(tx, {
      id,
      kind: 'ADJUSTMENT',
      occurredAt: now,
      remark: 'paid before a restore',
      chainHash: txHash,
      entries: [
        { account: memberAccount('AVAILABLE', memberId), token, amountBaseUnits: -fromMember },
        { account: pooledAccount('VAULT'), token, amountBaseUnits: fromMember },
      ],
    });
  }
  const lost = amount - fromMember;
  if (lost > 0n) {
    const ownId = fromMember > 0n ? v7({ msecs: now.getTime() }) : id;
    await bookLoss(tx, { id: ownId, token, amountBaseUnits: lost, now, remark: 'paid before a restore', chainHash: txHash });
  }
  return { fromMember, lost };
}

async function available(tx: Transaction, memberId: string, token: Token, most: bigint): Promise<bigint> {
  const account = memberAccount('AVAILABLE', memberId);
  await lockAccounts(tx, [{ account, token }]);
  const balance = await accountBalance(tx, account, token);
  return balance < most ? balance : most;
}

/** The batch's number is used up on the chain, so the same order is created again: the executor finds it done and books it. */
async function orderAgain(tx: Transaction, { id, amount, blockNumber }: Adjustment, number: number, now: Date): Promise<BookedAdjustment> {
  const burned = pooledAccount('BURNED');
  const held = await accountBalance(tx, burned, 'JU');
  const lacks = amount > held ? amount - held : 0n;
  if (lacks > 0n) {
    await postTransaction(tx, {
      id: v7({ msecs: now.getTime() }),
      kind: 'ADJUSTMENT',
      occurredAt: now,
      remark: 'burned before a restore',
      entries: [
        { account: pooledAccount('UNCOVERED_LOSS'), token: 'JU', amountBaseUnits: -lacks },
        { account: burned, token: 'JU', amountBaseUnits: lacks },
      ],
    });
  }
  await tx.execute(sql`
    insert into chain_order (id, kind, reference, token, recipient, amount, from_block, created_at)
    values (${id}, 'BURN', ${`burn:${number}`}, 'JU', ${BURN_ADDRESS}, ${amount.toString()}, ${blockNumber.toString()}, ${now.toISOString()})`);
  await postPending(tx, {
    id,
    kind: 'ADJUSTMENT',
    occurredAt: now,
    remark: 'burned before a restore',
    entries: [
      { account: burned, token: 'JU', amountBaseUnits: -amount },
      { account: promiseAccount('PAYOUT_IN_TRANSIT', id), token: 'JU', amountBaseUnits: amount },
    ],
  });
  return { fromMember: 0n, lost: lacks };
}
