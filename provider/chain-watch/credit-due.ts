import { and, asc, eq, getTableColumns, inArray, notInArray, sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import type { Hex } from 'viem';
import { jsonBytes, type Transaction } from '../db/database.ts';
import { inTransaction } from '../db/in-transaction.ts';
import type { ReadPart } from '../db/read-for-many.ts';
import { confirmationsOf } from '../finality.ts';
import { memberAccount, pooledAccount, promiseAccount, type Token } from '../ledger/account.ts';
import type { AuditCheck } from '../ledger/audit.ts';
import { type NewTransaction, postPending, postTransactions } from '../ledger/post.ts';
import { describeFailure } from '../logging/describe-failure.ts';
import { member } from '../modules/account/schema.ts';
import { bookReturn, ofWatch } from './book-losses.ts';
import { giveHeld, isConfirmed, memberRecipient } from './held-deposits.ts';
import { type Deposit, deposit, depositLoss } from './schema.ts';
import type { WatchParts } from './watch-store.ts';

/** A deposit and the member whose address sent it, if any. */
type Due = Deposit & { senderId: string | null };

const BATCH = 25;

interface Credited {
  credited: number;
  held: number;
  returned: number;
}

/** Invariants between deposits and the ledger. */
export const depositChecks: readonly AuditCheck[] = [
  {
    code: 'DEPOSIT_NOT_BOOKED',
    says: 'every deposit stands in the ledger with its amount, once: credited or kept apart',
    breaks: sql`
      select d.id as deposit_id, d.state, d.token, d.amount, b.booked from deposit d left join lateral (
        select sum(-e.amount) as booked from ledger_entry e join ledger_account a on a.id = e.account_id
         where e.transaction_id = coalesce(d.held_by, d.id) and a.kind = 'VAULT' and e.token = d.token
      ) b on true
       where coalesce(b.booked, 0) <> case when d.state = 'SEEN' then 0 else d.amount end`,
  },
  {
    code: 'DEPOSIT_UNKNOWN',
    says: 'nothing came out of the vault’s account as a deposit but what the chain was seen to bring',
    breaks: sql`
      select t.id as transaction_id, e.token, e.amount from ledger_transaction t join ledger_entry e on e.transaction_id = t.id
        join ledger_account a on a.id = e.account_id and a.kind = 'VAULT'
       where t.kind = 'DEPOSIT' and t.phase in ('SINGLE', 'PENDING')
         and not exists (select from deposit d where d.id = t.id or d.held_by = t.id)
         and not exists (select from ledger_transaction v where v.resolves = t.id and v.phase = 'VOID')`,
  },
  {
    code: 'DEPOSIT_LOSS_DIFFERS',
    says: 'what was credited and lost stands in the ledger as a loss, and what came back does not',
    breaks: sql`
      select d.id as deposit_id, d.state, count(l.id) as losses from deposit d left join deposit_loss l on l.deposit_id = d.id and l.returned_by is null
       group by d.id, d.state having count(l.id) <> case when d.state = 'LOST' then 1 else 0 end
      union all
      select l.deposit_id, d.state, 1 from deposit_loss l join deposit d on d.id = l.deposit_id
       where l.from_treasury + l.uncovered <> d.amount or (
         select coalesce(sum(e.amount), 0) from ledger_entry e join ledger_account a on a.id = e.account_id
          where e.transaction_id in (l.id, l.returned_by) and a.kind = 'VAULT') <> case when l.returned_by is null then d.amount else 0 end`,
  },
];

/**
 * Credits every confirmed deposit: to the member whose address sent it, otherwise to an account of its own; a lost one that has reappeared,
 * to the members who lost it. Uses the database only, since consecutive readings have stored what the chain says.
 */
export async function creditDue(parts: WatchParts): Promise<Credited> {
  const sum = { credited: 0, held: 0, returned: 0 };
  const failed: string[] = [];
  let size = BATCH;
  for (;;) {
    const now = parts.clock();
    let tried: readonly Due[] = [];
    try {
      await inTransaction(parts.database, async (tx) => {
        tried = await lockDue(tx, parts, failed, size);
        await creditAll(tx, tried, now);
        if (tried.length > 0) await parts.reach?.('CREDIT_POSTED');
      });
    } catch (error) {
      if (tried.length === 0) throw error;
      // One that can't be booked must not block those after it.
      if (tried.length > 1) {
        size = 1;
        continue;
      }
      failed.push(...tried.map(({ id }) => id));
      parts.log.error({ deposit: failed.at(-1), failure: describeFailure(error) }, 'a deposit could not be credited');
      continue;
    }
    if (tried.length === 0) return sum;
    await parts.reach?.('CREDIT_COMMITTED');
    for (const { state, senderId } of tried) sum[state === 'LOST' ? 'returned' : senderId === null ? 'held' : 'credited'] += 1;
  }
}

/** Credits deposits held until their sender joined, if the sign-in itself missed them. */
export async function creditHeldOfMembers({ database, clock, vault }: WatchParts): Promise<number> {
  for (let sum = 0; ;) {
    const given = await inTransaction(database, async (tx) => {
      const held = await tx
        .select({ ...getTableColumns(deposit), senderId: member.id })
        .from(deposit)
        .innerJoin(member, eq(member.address, deposit.sender))
        .where(and(ofWatch(vault), eq(deposit.state, 'HELD'), isConfirmed))
        .orderBy(asc(deposit.id))
        .limit(BATCH)
        .for('update', { of: deposit, skipLocked: true });
      for (const each of held) await giveHeld(tx, each, memberRecipient(each.senderId, false), clock());
      return held.length;
    });
    if (given === 0) return sum;
    sum += given;
  }
}

function lockDue(tx: Transaction, { vault }: WatchParts, failed: readonly string[], limit: number): Promise<Due[]> {
  return tx
    .select({ ...getTableColumns(deposit), senderId: member.id })
    .from(deposit)
    .leftJoin(member, eq(member.address, deposit.sender))
    .where(and(ofWatch(vault), inArray(deposit.state, ['SEEN', 'LOST']), isConfirmed, notInArray(deposit.id, [...failed])))
    .orderBy(asc(deposit.blockNumber), asc(deposit.logIndex))
    .limit(limit)
    .for('update', { of: deposit, skipLocked: true });
}

async function creditAll(tx: Transaction, due: readonly Due[], now: Date): Promise<void> {
  const credits = due.flatMap((each) => (each.state === 'SEEN' && each.senderId !== null ? [credit(each, each.senderId, now)] : []));
  if (credits.length > 0) await postTransactions(tx, credits);
  for (const each of due) {
    if (each.state === 'LOST') await takeBack(tx, each, now);
    else if (each.senderId === null) await holdApart(tx, each, now);
    else await tx.update(deposit).set({ state: 'CREDITED', memberId: each.senderId, creditedAt: now }).where(eq(deposit.id, each.id));
  }
}

function credit({ id, token, amount, txHash }: Deposit, memberId: string, now: Date): NewTransaction {
  return {
    id,
    kind: 'DEPOSIT',
    occurredAt: now,
    chainHash: txHash,
    entries: [
      { account: pooledAccount('VAULT'), token, amountBaseUnits: -amount },
      { account: memberAccount('AVAILABLE', memberId), token, amountBaseUnits: amount },
    ],
  };
}

async function holdApart(tx: Transaction, { id, token, amount, txHash }: Deposit, now: Date): Promise<void> {
  const heldBy = v7({ msecs: now.getTime() });
  await postPending(tx, {
    id: heldBy,
    kind: 'DEPOSIT',
    occurredAt: now,
    chainHash: txHash,
    entries: [
      { account: pooledAccount('VAULT'), token, amountBaseUnits: -amount },
      { account: promiseAccount('DEPOSIT_IN_TRANSIT', heldBy), token, amountBaseUnits: amount },
    ],
  });
  await tx.update(deposit).set({ state: 'HELD', heldBy }).where(eq(deposit.id, id));
}

async function takeBack(tx: Transaction, { id, token, amount, txHash }: Deposit, now: Date): Promise<void> {
  const [loss] = await tx
    .select()
    .from(depositLoss)
    .where(and(eq(depositLoss.depositId, id), sql`${depositLoss.returnedBy} is null`))
    .for('update');
  if (loss === undefined) throw new Error(`the lost deposit ${id} has no loss`);
  const returnedBy = v7({ msecs: now.getTime() });
  const remark = 'a lost deposit is on the chain again';
  await bookReturn(tx, { id: returnedBy, token, amountBaseUnits: amount, now, remark, chainHash: txHash }, loss);
  await tx.update(depositLoss).set({ returnedBy, returnedAt: now }).where(eq(depositLoss.id, loss.id));
  await tx.update(deposit).set({ state: 'CREDITED' }).where(eq(deposit.id, id));
}

interface PendingDeposit {
  hash: Hex;
  token: Token;
  amountBaseUnits: bigint;
  confirmations: bigint;
}

const MOST_SHOWN = 100;

type Row = { tx_hash: string; token: Token; amount: string; block_number: string; head_number: string };

/** The member's uncredited deposits to the vault from their own address, latest first. */
export const pendingDepositsPart: ReadPart<Row, PendingDeposit[]> = {
  text: `
    select d.tx_hash, d.token, d.amount::text, d.block_number::text, w.head_number::text from deposit d join chain_watch w using (chain_id, vault)
     where d.sender = (select address from member where id = asked.member_id) and d.state = 'SEEN' and d.vault = asked.vault and d.block_number is not null
     order by d.block_number desc, d.log_index desc limit ${MOST_SHOWN}`,
  read: (rows) =>
    rows.map(({ tx_hash, token, amount, block_number, head_number }) => ({
      hash: jsonBytes(tx_hash),
      token,
      amountBaseUnits: BigInt(amount),
      confirmations: confirmationsOf(BigInt(block_number), BigInt(head_number)),
    })),
};
